import { type AbiValue, decodeParameters } from "../../chain/abi/abiDecoder";
import { readsOnly } from "../../chain/abi/abiType";
import type { AbiFunction } from "../../chain/abi/contractInterface";
import type { PrecompiledName } from "../../chain/abi/precompiledNames";
import { keptName } from "../store/keptName";

/** What the calls of a built-in contract change; those that change nothing of the chain's own are missing. */
const kinds: Readonly<Partial<Record<PrecompiledName, string>>> = {
  BFS: "file",
  TableManager: "table",
  Table: "row",
  KVTable: "row",
  SystemConfig: "config",
  Consensus: "node",
  ContractAuth: "rights",
  CommitteeManager: "committee",
  Committee: "committee",
  ProposalManager: "committee",
  VoteComputer: "committee",
  AccountManager: "account",
  Account: "account",
  Balance: "balance",
  Sharding: "shard",
};

/** What is changed is the first argument, or what it is made of: a path, a table, a key, a node, an address. */
function objectOf(value: AbiValue | undefined): string | null {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return objectOf(value[0]);
  if (typeof value === "object") return objectOf(Object.values(value)[0]);
  return null;
}

/** Rows are found by it, and databases refuse an index of long texts; `arguments` have it whole. */
function keptObject(value: AbiValue | undefined): string | null {
  const object = objectOf(value);
  return object === null ? null : keptName(object);
}

export interface Change {
  readonly kind: string;
  readonly action: string;
  readonly object: string | null;
  /** JSON. */
  readonly arguments: string;
}

/** What a call of a built-in contract asks to change; undefined where it changes nothing, or can't be read. */
export function changeOf(contract: string, member: AbiFunction, data: Uint8Array): Change | undefined {
  const kind = kinds[contract as PrecompiledName];
  if (kind === undefined || readsOnly(member)) return undefined;
  try {
    const values = decodeParameters(member.inputs, data);
    const named = Object.fromEntries(member.inputs.map(({ name }, place) => [name || `arg${place}`, values[place]]));
    return { kind, action: member.name, object: keptObject(values[0]), arguments: JSON.stringify(named) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
