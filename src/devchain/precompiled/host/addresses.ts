import type { PrecompiledHost } from "./host";

/** The 40 digits of a built-in contract's address. */
export const lowAddress = (digits: string): string => digits.padStart(40, "0");

/** The address without an owner. */
export const noAddress = lowAddress("");

/** Addresses that built-in contracts know each other by: 40 lower-case hex digits. */
export const systemConfigAddress = lowAddress("1000");
export const consensusAddress = lowAddress("1003");
export const tableAddress = lowAddress("1001");
export const kvTableAddress = lowAddress("1009");
export const shardingAddress = lowAddress("1010");
export const balanceAddress = lowAddress("1011");
export const committeeAddress = lowAddress("10001");
export const accountManagerAddress = lowAddress("10003");
export const accountAddress = lowAddress("10004");

/** The address that the node reads in a text: 20 bytes of hex, of which the first may have one digit. Lower-case, without `0x`. */
export function readAddress(text: string): string | undefined {
  const digits = text.startsWith("0x") ? text.slice(2) : text;
  return /^[0-9a-fA-F]{39,40}$/.test(digits) ? digits.toLowerCase().padStart(40, "0") : undefined;
}

/** Every address below is the node's own. */
export const isSystemAddress = (address: string): boolean => /^0{35}[01][0-9a-f]{4}$/.test(address);

const systemTransactions = new Set(["1000", "1003", "1005", "100b", "1010", "10001", "10003", "10004"].map(lowAddress));

/**
 * Whether a transaction to the address, with or without `0x`, is a system transaction: sealed before others, free of gas on older chains.
 */
export const isSystemTransaction = (to: string): boolean =>
  systemTransactions.has(to.startsWith("0x") ? to.slice(2) : to);

/** What an account's code says when a built-in contract answers for it. */
export function dynamicCode(logicAddress: string, parameter: string): Uint8Array {
  return new Uint8Array(Buffer.from(`[PRECOMPILED],${logicAddress},${parameter}`, "latin1"));
}

const prefix = Buffer.from("[PRECOMPILED],", "latin1");

/** The built-in contract that code names, and what it is about (a table's path); undefined for other code. */
export function readDynamicCode(code: Uint8Array): { logicAddress: string; parameter: string } | undefined {
  if (code.length < prefix.length + 41 || prefix.compare(code, 0, prefix.length) !== 0) return undefined;
  const text = Buffer.from(code).toString("latin1").slice(prefix.length);
  return { logicAddress: text.slice(0, 40), parameter: text.slice(41) };
}

const folders = "s_bfs_folders";

/** Whether a folder of the chain's file tree stands at the path. */
export const isFolder = (host: PrecompiledHost, path: string): boolean => host.storage.get(folders, path) !== undefined;

/** Notes that a folder stands at the path. */
export const noteFolder = (host: PrecompiledHost, path: string): void => host.storage.set(folders, path, "1");

/** Who rules contracts, by contract. */
export const authTable = "s_contract_auth";

/** Whether the contract has a record of who rules it. */
export const hasAuthRecord = (host: PrecompiledHost, contract: string): boolean =>
  host.storage.get(authTable, contract) !== undefined;

/** Where the record of who rules a contract stands, beside the contract. */
export const authRecordPath = (contract: string): string => `/apps/${contract}_accessAuth`;
