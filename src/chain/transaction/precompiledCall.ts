import type { Address, Hex } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { executionError, precompiledError } from "../../errors/nodeError";
import type { AbiValue } from "../abi/abiDecoder";
import { type PrecompiledContract, precompiledContracts, precompiledInterface } from "../abi/precompiledContracts";
import type { PrecompiledName } from "../abi/precompiledNames";
import { decodeRevert, outputOfFailure, revertText } from "../abi/revert";
import type { RequestOptions } from "../client/client";
import { call } from "../rpc/call";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import type { ChainSession } from "../session";
import { type TransactOptions, transact } from "./transact";
import { transactionStatus } from "./transactionStatus";

/** Which function of which built-in contract. */
interface PrecompiledCall {
  readonly contract: PrecompiledName;
  /** Where the contract has no fixed address: a table, the committee. */
  readonly address?: Address;
  /** Name, or signature where it is overloaded. */
  readonly function: string;
  readonly args: readonly unknown[];
}

/** What a write to a built-in contract did. Failures are thrown, a negative return code included. */
export interface WriteOutcome {
  /** 0, or the number of rows that a table operation changed. */
  readonly code: number;
  readonly receipt: TransactionReceipt;
}

export interface WriteOptions extends TransactOptions {}

function target(request: PrecompiledCall): Address {
  const contract: PrecompiledContract = precompiledContracts[request.contract];
  const address = request.address ?? contract.address;
  if (address === undefined) throw new TypeError(`${request.contract} has no address of its own`);
  return address;
}

function requireEvm(session: ChainSession): void {
  if (session.wasm) throw clientError("wasmUnsupported", { group: session.groupId });
}

/**
 * Texts with which a node answers a call of a built-in contract that is switched off (docs/protocol/precompiled-contracts.md, "Absent
 * contracts").
 */
function isAbsent(status: number, reason: string): boolean {
  return (
    (status === transactionStatus.revertInstruction || status === transactionStatus.callAddressError) &&
    /^(Call address error|Error contract address)\.?$/.test(reason)
  );
}

/**
 * The error of a failed execution of a built-in contract: the contract's own words when it gave any.
 * A frozen callee answers with the input of the call as its output, so only a known selector is read as a reason.
 */
export async function failedExecution(
  request: { readonly contract: PrecompiledName; readonly function: string },
  status: number,
  output: Hex,
  details: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Error> {
  const reason = revertText(decodeRevert(outputOfFailure(status, output))) ?? "";
  const { since, feature }: PrecompiledContract = precompiledContracts[request.contract];
  if (isAbsent(status, reason)) {
    if (feature !== undefined) return clientError("builtinSwitchedOff", { contract: request.contract, feature, since });
    return clientError("builtinMissing", { contract: request.contract, since });
  }
  return executionError(status, reason, { contract: request.contract, function: request.function, ...details });
}

/**
 * Reads a built-in contract: the results in order.
 * @throws ChainError `execution` with the contract's reason, usage `builtinSwitchedOff`, `builtinMissing` or `wasmUnsupported`,
 * and what a request throws.
 */
export async function readPrecompiled(
  session: ChainSession,
  request: PrecompiledCall,
  options?: RequestOptions,
): Promise<AbiValue[]> {
  requireEvm(session);
  const abi = precompiledInterface(request.contract, session.suite);
  const data = abi.encodeCall(request.function, request.args);
  const { status, output } = await call(session.client, { to: target(request), data }, options);
  if (status !== 0) throw await failedExecution(request, status, output);
  return abi.decodeOutput(request.function, output).map((result) => result.value);
}

/**
 * What a receipt of a write to a built-in contract says. A negative return code is a failure although the receipt's status is 0;
 * an empty output is success, as the official SDK has it.
 * @throws ChainError `execution` or `precompiled`.
 */
async function readOutcome(
  session: ChainSession,
  request: Pick<PrecompiledCall, "contract" | "function">,
  receipt: TransactionReceipt,
): Promise<WriteOutcome> {
  const details = { transactionHash: receipt.transactionHash, blockNumber: receipt.blockNumber };
  if (receipt.status !== 0) throw await failedExecution(request, receipt.status, receipt.output, details);
  const abi = precompiledInterface(request.contract, session.suite);
  const [first] = abi.getFunction(request.function).outputs;
  if (receipt.output.length <= 2 || first?.shape.kind !== "integer" || !first.shape.signed) return { code: 0, receipt };
  const [result] = abi.decodeOutput(request.function, receipt.output);
  const code = Number(result?.value);
  if (code < 0)
    throw await precompiledError(code, { contract: request.contract, function: request.function, ...details });
  return { code, receipt };
}

/**
 * Signs and sends a call of a built-in contract and says what it did.
 * @throws ChainError `precompiled` for a negative return code, `execution` with the contract's reason, and what `transact` throws.
 */
export async function writePrecompiled(
  session: ChainSession,
  signer: Signer,
  request: PrecompiledCall,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireEvm(session);
  const data = precompiledInterface(request.contract, session.suite).encodeCall(request.function, request.args);
  const receipt = await transact(session, signer, { to: target(request), data }, options);
  return readOutcome(session, request, receipt);
}
