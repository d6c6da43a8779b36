import { accountAddress, dynamicCode, readDynamicCode } from "./host/addresses";
import type { PrecompiledHost } from "./host/host";

interface StatusRow {
  readonly status: number;
  readonly before: number;
  readonly updated: number;
}

const table = "s_account_status";

/** 0 normal, 1 frozen, 2 abolished. A change counts from the block after it. */
export function accountStatus(host: PrecompiledHost, account: string): number {
  const row = host.storage.get(table, account);
  if (row === undefined) return 0;
  const { status, before, updated } = JSON.parse(row) as StatusRow;
  return host.block.number > updated ? status : before;
}

/** The status last set, even if it does not count yet. */
export function latestAccountStatus(host: PrecompiledHost, account: string): number {
  const row = host.storage.get(table, account);
  return row === undefined ? 0 : (JSON.parse(row) as StatusRow).status;
}

/** What the first change shows as the status before it, in its own block: the node reads the text "0" as one character. */
const beforeTheFirst = 48;

export function setAccountStatus(host: PrecompiledHost, account: string, status: number): void {
  const earlier = host.storage.get(table, account);
  const before = earlier === undefined ? beforeTheFirst : (JSON.parse(earlier) as StatusRow).status;
  const row: StatusRow = { status, before, updated: host.block.number };
  host.storage.set(table, account, JSON.stringify(row));
}

/** The code of a person's account: it names the account contract. */
export const accountCode = (account: string): Uint8Array => dynamicCode(accountAddress, `/usr/${account}`);

/** Makes the record of a person's account. */
export function createAccount(host: PrecompiledHost, account: string): void {
  if (!host.accounts.exists(account)) host.accounts.create(account, accountCode(account));
}

/** Whether the address is a contract of its own, not a person's account. */
export function isContract(host: PrecompiledHost, address: string): boolean {
  const code = host.accounts.code(address);
  return code.length > 0 && readDynamicCode(code)?.logicAddress !== accountAddress;
}
