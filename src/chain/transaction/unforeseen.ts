import { bytesToKey } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { ReadableRequest } from "../../crypto/readableRequest";
import { precompiledAt } from "../abi/precompiledContracts";
import type { PrecompiledName } from "../abi/precompiledNames";
import type { TransactionData } from "../encoding/transactionData";
import { callOf } from "./readableTransaction";

/** Built-in contracts that change who may do what, what the chain is, or whose money it is. */
export const governingContracts: ReadonlySet<PrecompiledName> = new Set<PrecompiledName>([
  ...(["SystemConfig", "Consensus", "ContractAuth", "BFS", "Sharding", "Balance"] as const),
  ...(["CommitteeManager", "AccountManager", "TableManager"] as const),
]);

/** Values that another value takes back, whatever they are: nodes have bounds for them. */
const usualKeys: ReadonlySet<string> = new Set(["tx_count_limit", "consensus_leader_period", "tx_gas_limit"]);

/** What can't be taken back, stops the chain or locks people out, as far as the chain's state decides it: nothing of that is known here. */
const worst = new Map<PrecompiledName, (name: string, values: readonly string[]) => boolean>([
  ["SystemConfig", (_, [key = ""]) => !usualKeys.has(key)],
  ["Consensus", () => true],
  [
    "ContractAuth",
    (name, [, to]) => name === "initAuth" || (name === "setContractStatus" && to !== "0" && to !== "false"),
  ],
  ["AccountManager", (_, [, to]) => to !== "0" && to !== "1"],
  ["CommitteeManager", (name, [, agree]) => name.startsWith("create") || (name === "voteProposal" && agree === "true")],
]);

/** What is known of a transaction by its bytes alone, without asking a chain. */
interface Unforeseen {
  /** The worst that it can weigh. */
  readonly weight: ReadableRequest["weight"];
  /** What a contract of the node does it to. */
  readonly target?: string;
}

/**
 * What bytes come to that no operation of this side made: their author may call them lighter than they are.
 * What a contract of the node is called with and can't be read is held to be the worst.
 */
export function unforeseen(transaction: {
  readonly suite: CryptoSuite;
  readonly data: Readonly<TransactionData>;
}): Unforeseen {
  const name = precompiledAt(transaction.data.to);
  if (!name || !governingContracts.has(name)) return { weight: "grave" };
  const call = callOf(transaction);
  if (!call) return { weight: "irreversible", target: name };
  const values = call.arguments.map(({ value }) => String(value));
  const weight = worst.get(name)?.(call.name, values) ? "irreversible" : "grave";
  return values[0] ? { weight, target: values[0] } : { weight };
}

/** At most as long as official clients have it, so that no address and a call of it have room. Nodes since 3.3 take any text. */
export const isUsualNonce = (nonce: string): boolean => /^[\w.:-]{1,40}$/.test(nonce);

/**
 * Whether the same bytes could be cut otherwise: nothing that is signed has a length, and nodes since 3.3 take any text as a nonce. Who
 * gets a signature could let what stands before the text of an address in the call data be the nonce, and send the rest to that address;
 * or let an amount begin where the call data ends with one.
 */
export function canBeCutOtherwise({ to, input, version }: Pick<TransactionData, "to" | "input" | "version">): boolean {
  if (to === "") return false;
  const text = bytesToKey(input);
  return /[0-9a-fA-F]{40}/.test(text) || (version > 0 && /0x[0-9a-fA-F]{0,64}$/.test(text.slice(-66)));
}
