import type { Address, Hex } from "../../../crypto/bytes/hex";
import type { CryptoSuite, Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { canonicalSignature, selectorOf } from "../../abi/selector";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import {
  readPrecompiled,
  type WriteOptions,
  type WriteOutcome,
  writePrecompiled,
} from "../../transaction/precompiledCall";

/**
 * Selector of a method that a person names: by signature, under the chain's hash, or by its four bytes.
 * @throws ChainError usage `invalidSelector`.
 */
export function methodSelector(suite: CryptoSuite, text: string): Hex {
  const given = text.trim();
  if (/^0x[0-9a-fA-F]{8}$/.test(given)) return given.toLowerCase() as Hex;
  const signature = canonicalSignature(given);
  if (!/^[A-Za-z_$][\w$]*\([\w(),[\]]*\)$/.test(signature)) throw clientError("invalidSelector", { given });
  return selectorOf(suite, signature);
}

/** Who may call a method: every account, only accounts opened for it, all but accounts closed to it. */
export type MethodAuthType = "none" | "whiteList" | "blackList";
/** In the node's numbering. */
export const methodAuthTypes: readonly MethodAuthType[] = ["none", "whiteList", "blackList"];

/** Who may call a method: the list that counts by its type, and the accounts on it. */
export interface MethodAuth {
  readonly type: MethodAuthType;
  readonly open: readonly Address[];
  readonly closed: readonly Address[];
}

/** A method of a contract: `set(string)` or its selector. */
export interface ContractMethod {
  readonly contract: Address;
  readonly method: string;
}

/** The policy of a method and the accounts on its list. */
export async function getMethodAuth(
  session: ChainSession,
  { contract, method }: ContractMethod,
  options?: RequestOptions,
): Promise<MethodAuth> {
  const args = [contract, methodSelector(session.suite, method)];
  const request = { contract: "ContractAuth", function: "getMethodAuth", args } as const;
  const [type, open, closed] = await readPrecompiled(session, request, options);
  const addresses = (list: unknown): Address[] =>
    (list as string[]).map((text): Address => `0x${text.replace(/^0x/, "")}`);
  return { type: methodAuthTypes[Number(type)] ?? "none", open: addresses(open), closed: addresses(closed) };
}

/** Whether the account may call the method by the contract's policy. */
export async function checkMethodAuth(
  session: ChainSession,
  { contract, method }: ContractMethod,
  account: Address,
  options?: RequestOptions,
): Promise<boolean> {
  const args = [contract, methodSelector(session.suite, method), account];
  const request = { contract: "ContractAuth", function: "checkMethodAuth", args } as const;
  const [allowed] = await readPrecompiled(session, request, options);
  return allowed === true;
}

/**
 * Chooses the policy of a method. A white list without any account on it closes the method to all. Only the contract's admin.
 * @throws ChainError usage `invalidSelector`; `precompiled` −50000.
 */
export async function setMethodAuthType(
  session: ChainSession,
  signer: Signer,
  { contract, method, type }: ContractMethod & { readonly type: Exclude<MethodAuthType, "none"> },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const args = [contract, methodSelector(session.suite, method), methodAuthTypes.indexOf(type)];
  return writePrecompiled(session, signer, { contract: "ContractAuth", function: "setMethodAuthType", args }, options);
}

/**
 * Opens or closes a method for an account. Only the contract's admin, and only after a policy was chosen.
 * @throws ChainError usage `invalidSelector`; `precompiled` −50000, −51003.
 */
export async function setMethodAuth(
  session: ChainSession,
  signer: Signer,
  request: ContractMethod & { readonly account: Address; readonly open: boolean },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const { contract, method, account, open } = request;
  const args = [contract, methodSelector(session.suite, method), account];
  const call = open ? "openMethodAuth" : "closeMethodAuth";
  return writePrecompiled(session, signer, { contract: "ContractAuth", function: call, args }, options);
}
