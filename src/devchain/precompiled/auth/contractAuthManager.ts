import { type AbiItem, encodeValues } from "../host/abiBytes";
import { noAddress } from "../host/addresses";
import { encodeError } from "../host/contract";
import { authRecordPath, isFolder } from "../host/folders";
import type { PrecompiledHost } from "../host/host";
import { Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import {
  type ContractAuth,
  type ContractStatus,
  listOf,
  methodMode,
  readContractAuth,
  writeContractAuth,
} from "./contractAuthTable";

/*
 * The inner half of the permission contract, 0x10002 on the chain: it edits a contract's record when 0x1005 has checked the
 * right. The node sends it a message in the contract's name; under the baseline executor such a message to a frozen
 * contract comes back unread, so that its own bytes are taken for the answer (docs/protocol/built-in-contracts.md, "Frozen
 * contracts").
 */

/** What comes back instead of an answer when the contract is frozen or abolished; undefined when it is not. */
export function unreadAnswer(host: PrecompiledHost, contract: string, input: Uint8Array): Uint8Array | undefined {
  if (host.block.executorVersion === 0 || !host.block.authCheck) return undefined;
  const status = readContractAuth(host, contract)?.status ?? 0;
  if (status === 0) return undefined;
  if (host.block.hasFeature("bugfix_auth_check")) throw new Refusal("Please check the existence of contract.");
  return status === 1 ? input : encodeError(host.suite, "Contract is abolished.");
}

/** A folder in the place of a contract's record can't be read as one. */
function requireNoFolder(host: PrecompiledHost, contract: string): void {
  if (isFolder(host, authRecordPath(contract))) throw new Refusal("Please check the existence of contract.");
}

const number = (value: number): Uint8Array => encodeValues("int256", [BigInt(value)]);

/** The admin, or the zero address where there is no record. @throws Refusal before data version 3.3. */
export function readAdmin(host: PrecompiledHost, contract: string): string {
  const auth = readContractAuth(host, contract);
  if (auth) return auth.admin;
  requireNoFolder(host, contract);
  if (host.block.version >= dataVersion.v3_3) return noAddress;
  throw new Refusal("Please check the existence of contract.");
}

export function resetAdmin(host: PrecompiledHost, contract: string, admin: string): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (auth) {
    writeContractAuth(host, contract, { ...auth, admin });
    return number(returnCode.success);
  }
  if (host.block.version < dataVersion.v3_3 || !host.accounts.exists(contract)) {
    throw new Refusal("Contract address not found.");
  }
  writeContractAuth(host, contract, { admin, status: 0, white: {}, black: {} });
  return number(returnCode.success);
}

export function setMethodMode(host: PrecompiledHost, contract: string, selector: string, mode: number): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  if (!auth.modes) return number(returnCode.authRowMissing);
  writeContractAuth(host, contract, { ...auth, modes: { ...auth.modes, [selector]: mode } });
  return number(returnCode.success);
}

export function setMethodAccess(
  host: PrecompiledHost,
  contract: string,
  selector: string,
  account: string,
  open: boolean,
): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  const mode = methodMode(auth, selector);
  if (mode !== 1 && mode !== 2) return number(returnCode.authTypeInvalid);
  const lists = listOf(auth, mode);
  const changed = { ...lists, [selector]: { ...lists[selector], [account]: open ? mode === 1 : mode === 2 } };
  writeContractAuth(host, contract, mode === 1 ? { ...auth, white: changed } : { ...auth, black: changed });
  return number(returnCode.success);
}

/** Mode of a function, the accounts that may call it, and those that may not. */
export function describeMethod(host: PrecompiledHost, contract: string, selector: string): AbiItem[] {
  const auth = readContractAuth(host, contract);
  const mode = methodMode(auth, selector);
  if (!auth || mode === undefined) return [0n, [], []];
  const list = Object.entries(listOf(auth, mode)[selector] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const open = (listed: boolean): boolean => (listed ? mode === 1 : mode === 2);
  const accounts = (wanted: boolean): string[] =>
    list.filter(([, listed]) => open(listed) === wanted).map(([account]) => account);
  return [BigInt(mode), accounts(true), accounts(false)];
}

function writeStatus(host: PrecompiledHost, contract: string, auth: ContractAuth, status: ContractStatus): Uint8Array {
  writeContractAuth(host, contract, { ...auth, status });
  return number(returnCode.success);
}

const abolished = (): Refusal => new Refusal("Contract already abolish, should not set any status.");

export function freeze(host: PrecompiledHost, contract: string, frozen: boolean): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  if (auth.status === 2 && host.block.version >= dataVersion.v3_2) throw abolished();
  return writeStatus(host, contract, auth, frozen ? 1 : 0);
}

export function setStatus(host: PrecompiledHost, contract: string, status: number): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  if (status !== 0 && status !== 1 && status !== 2) throw new Refusal("Unrecognized status type.");
  if (auth.status === 2 && status !== 2) throw abolished();
  return writeStatus(host, contract, auth, status);
}

/** @throws Refusal when the contract has no record. */
export function isAvailable(host: PrecompiledHost, contract: string): boolean {
  const auth = readContractAuth(host, contract);
  if (!auth) throw new Refusal("Cannot get contract status");
  return auth.status === 0;
}
