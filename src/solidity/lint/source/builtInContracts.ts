import type { Declaration } from "../../language/names/declarations";

/** Where built-in contracts stand (docs/protocol/built-in-contracts.md), by the names of their interfaces. */
const addresses: Readonly<Record<string, number>> = {
  SystemConfig: 0x1000,
  TableManager: 0x1002,
  Consensus: 0x1003,
  ContractAuth: 0x1005,
  Crypto: 0x100a,
  DagTransfer: 0x100c,
  BFS: 0x100e,
  Cast: 0x100f,
  Sharding: 0x1010,
  Balance: 0x1011,
  Paillier: 0x5003,
  GroupSig: 0x5004,
  RingSig: 0x5005,
  Zkp: 0x5100,
  AccountManager: 0x10003,
};

/** Contracts of FISCO BCOS 2 that are gone, and what does their work. */
const gone: Readonly<Record<string, string>> = {
  TableFactory: "TableManager (0x1002)",
  KVTableFactory: "TableManager (0x1002)",
  CRUD: "TableManager (0x1002)",
  CNS: "BFS (0x100e)",
  Permission: "ContractAuth (0x1005)",
  ParallelConfig: "conflictFields",
  ContractLifeCycle: "ContractAuth (0x1005)",
  ChainGovernance: "CommitteeManager (0x10001)",
};

const plain = (name: string): string => {
  const short = name.replace(/Precompiled$/, "");
  return short === "Bfs" ? "BFS" : short;
};

/** The address of a built-in contract by its interface; undefined for what is none, or has one for each table. */
export function addressOfBuiltIn({ name }: Declaration): number | undefined {
  const own = plain(name.text);
  return Object.hasOwn(addresses, own) ? addresses[own] : undefined;
}

/** What does the work of a contract that is gone. */
export function successorOf({ name }: Declaration): string | undefined {
  const own = plain(name.text);
  return Object.hasOwn(gone, own) ? gone[own] : undefined;
}

/** A table of its own has an address of its own. */
export const isTable = ({ name }: Declaration): boolean => name.text === "Table" || name.text === "KVTable";

/** Whether it is an interface of a built-in contract. */
export const isBuiltIn = (contract: Declaration): boolean =>
  isTable(contract) ||
  addressOfBuiltIn(contract) !== undefined ||
  ["Account", "AccountPrecompiled"].includes(contract.name.text);
