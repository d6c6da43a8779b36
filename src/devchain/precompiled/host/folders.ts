import type { PrecompiledHost } from "./host";

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
