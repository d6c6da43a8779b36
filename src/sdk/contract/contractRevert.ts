import type { ContractInterface } from "../../chain/abi/contractInterface";
import { outputOfFailure, revertText } from "../../chain/abi/revert";
import { revertOf } from "../../chain/services/contract/revertOf";
import { ChainError, withDetails } from "../../errors/chainError";
import { executionError } from "../../errors/nodeError";
import type { Abi, AbiErrorOf } from "../abi/abi";
import { typedValues } from "../abi/typedValue";
import type { Chain } from "../base/chain";
import type { Hex } from "../base/records";

/** Why a contract refused, decoded: the cause of the `ChainError` that a call, a dry run, or a transaction throws. */
export class ContractRevert extends Error {
  override readonly name = "ContractRevert";
  /** Return data of the failed execution. */
  readonly data: Hex;
  /**
   * Name of the custom error, `Error` for `require(…, "…")` and `revert("…")`, `Panic` for what Solidity itself stops; undefined
   * without a reason.
   */
  readonly errorName: string | undefined;
  /** The error's values in order, typed as `AbiValueOf` says. */
  readonly args: readonly unknown[];

  constructor(message: string, data: Hex, errorName: string | undefined, args: readonly unknown[]) {
    super(message);
    this.data = data;
    this.errorName = errorName;
    this.args = args;
  }
}

/** An execution that failed. */
export interface FailedExecution {
  readonly status: number;
  readonly output: Hex;
  /** The address that was called. */
  readonly to: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The error of a failed execution, its cause the contract's reason. */
export async function revertError(
  chain: Chain,
  abi: ContractInterface,
  { status, output, to, details = {} }: FailedExecution,
): Promise<ChainError> {
  const data = outputOfFailure(status, output);
  const revert = await revertOf(chain, { output: data, to }, abi);
  const reason = revertText(revert) ?? "";
  const error = await executionError(status, reason, details);
  const { message } = error;
  let cause: ContractRevert;
  if (revert.kind === "custom") {
    const inputs = abi.errors.find(({ signature }) => signature === revert.signature)?.inputs;
    const args = inputs ? typedValues(inputs, revert.arguments) : revert.arguments.map(({ value }) => value);
    cause = new ContractRevert(message, data, revert.name, args);
  } else if (revert.kind === "error") cause = new ContractRevert(message, data, "Error", [revert.message]);
  else if (revert.kind === "panic") cause = new ContractRevert(message, data, "Panic", [BigInt(revert.code)]);
  else cause = new ContractRevert(message, data, undefined, []);
  return withDetails(error, {}, cause);
}

/**
 * The custom error of an ABI for which a call, a dry run, or a transaction was refused; undefined for anything else that went wrong.
 * `errorName` tells the errors apart.
 * @param abi of the contract
 * @param error what was thrown
 * @returns its name and values
 * @example
 * ```ts
 * try {
 *   await getContract({ chain, address, abi: shopAbi }).read.find([404n]);
 * } catch (error) {
 *   const refused = customErrorOf(shopAbi, error);
 *   if (refused?.errorName === "OutOfStock") console.log("there is no item", refused.args[0]);
 *   else throw error;
 * }
 * ```
 */
export function customErrorOf<const Source extends Abi>(abi: Source, error: unknown): AbiErrorOf<Source> | undefined {
  const cause = error instanceof ChainError ? error.cause : error;
  if (!(cause instanceof ContractRevert)) return undefined;
  const isOwn = abi.some(({ type, name }) => type === "error" && name === cause.errorName);
  return isOwn ? ({ errorName: cause.errorName, args: cause.args } as AbiErrorOf<Source>) : undefined;
}
