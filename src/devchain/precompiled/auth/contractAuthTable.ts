import { authTable, isSystemAddress } from "../host/addresses";
import type { PrecompiledHost } from "../host/host";
import { hasPermissionContracts } from "../host/versions";

/** 0 open to calls, 1 frozen, 2 abolished. */
export type ContractStatus = 0 | 1 | 2;

type MethodLists = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** Who rules a contract and who may call what (docs/protocol/built-in-contracts.md, "Permissions"). */
export interface ContractAuth {
  readonly admin: string;
  readonly status: ContractStatus;
  /** List mode by selector; missing where the record was made for a contract older than permissions. */
  readonly modes?: Readonly<Record<string, number>>;
  readonly white: MethodLists;
  readonly black: MethodLists;
}

const black = 2;

export function readContractAuth(host: PrecompiledHost, contract: string): ContractAuth | undefined {
  const row = host.storage.get(authTable, contract);
  return row === undefined ? undefined : (JSON.parse(row) as ContractAuth);
}

export function writeContractAuth(host: PrecompiledHost, contract: string, auth: ContractAuth): void {
  host.storage.set(authTable, contract, JSON.stringify(auth));
}

/**
 * Gives a new contract its record: the transaction's origin rules it. Nothing on old chains without permissions and for
 * the node's own addresses.
 */
export function recordContractAdmin(host: PrecompiledHost, contract: string, origin: string): void {
  if (isSystemAddress(contract) || !hasPermissionContracts(host.block)) return;
  writeContractAuth(host, contract, { admin: origin, status: 0, modes: {}, white: {}, black: {} });
}

export const methodMode = (auth: ContractAuth | undefined, selector: string): number | undefined =>
  auth?.modes?.[selector];

/** The list that a mode reads. Any mode but the white list's reads the black list. */
export const listOf = (auth: ContractAuth, mode: number): MethodLists => (mode === 1 ? auth.white : auth.black);

/** Whether the account may call the function, by the node's own, surprising reading of empty lists. */
export function mayCallMethod(host: PrecompiledHost, contract: string, selector: string, account: string): boolean {
  const auth = readContractAuth(host, contract);
  const mode = methodMode(auth, selector);
  if (!auth || mode === undefined) return true;
  const lists = listOf(auth, mode);
  if (Object.keys(lists).length === 0) return mode === black;
  const list = lists[selector];
  if (!list) return true;
  const listed = list[account];
  if (listed === undefined) return mode === black;
  return mode === black ? !listed : listed;
}
