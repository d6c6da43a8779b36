import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import { governanceCreation } from "../../governance/foundGovernance";
import { type AbiItem, type Arguments, encodeValues } from "../host/abiBytes";
import { authRecordPath, committeeAddress, isFolder, noAddress, readAddress } from "../host/addresses";
import {
  code,
  define,
  encodeError,
  type FunctionContext,
  type FunctionResult,
  type PrecompiledCode,
} from "../host/contract";
import type { PrecompiledHost } from "../host/host";
import { innerRefusal, internalFailure, Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import {
  type ContractAuth,
  type ContractStatus,
  listOf,
  mayCallMethod,
  methodMode,
  readContractAuth,
  writeContractAuth,
} from "./contractAuthTable";
import { deployMode, mayDeploy, setDeployAccess, setDeployMode } from "./deployAuth";

/*
 * The inner half of the permission contract, 0x10002 on the chain: it edits a contract's record when 0x1005 has checked the
 * right. The node sends it a message in the contract's name; under the baseline executor such a message to a frozen
 * contract comes back unread, so that its own bytes are taken for the answer (docs/protocol/built-in-contracts.md, "Frozen
 * contracts").
 */

/** What comes back instead of an answer when the contract is frozen or abolished; undefined when it is not. */
function unreadAnswer(host: PrecompiledHost, contract: string, input: Uint8Array): Uint8Array | undefined {
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
function readAdmin(host: PrecompiledHost, contract: string): string {
  const auth = readContractAuth(host, contract);
  if (auth) return auth.admin;
  requireNoFolder(host, contract);
  if (host.block.version >= dataVersion.v3_3) return noAddress;
  throw new Refusal("Please check the existence of contract.");
}

function resetAdmin(host: PrecompiledHost, contract: string, admin: string): Uint8Array {
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

function setMethodMode(host: PrecompiledHost, contract: string, selector: string, mode: number): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  if (!auth.modes) return number(returnCode.authRowMissing);
  writeContractAuth(host, contract, { ...auth, modes: { ...auth.modes, [selector]: mode } });
  return number(returnCode.success);
}

function setMethodAccess(
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
function describeMethod(host: PrecompiledHost, contract: string, selector: string): AbiItem[] {
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

function freeze(host: PrecompiledHost, contract: string, frozen: boolean): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  if (auth.status === 2 && host.block.version >= dataVersion.v3_2) throw abolished();
  return writeStatus(host, contract, auth, frozen ? 1 : 0);
}

function setStatus(host: PrecompiledHost, contract: string, status: number): Uint8Array {
  const auth = readContractAuth(host, contract);
  if (!auth) return number(returnCode.tableMissing);
  if (status !== 0 && status !== 1 && status !== 2) throw new Refusal("Unrecognized status type.");
  if (auth.status === 2 && status !== 2) throw abolished();
  return writeStatus(host, contract, auth, status);
}

/** @throws Refusal when the contract has no record. */
function isAvailable(host: PrecompiledHost, contract: string): boolean {
  const auth = readContractAuth(host, contract);
  if (!auth) throw new Refusal("Cannot get contract status");
  return auth.status === 0;
}

const selectorOf = (text: string): string => bytesToHexDigits(Buffer.from(text, "latin1"));

/** Passes the call on to the contract's record, as a message that can come back unread or be refused. */
function inside(
  context: FunctionContext,
  contract: string,
  run: (host: PrecompiledHost) => FunctionResult,
): FunctionResult {
  const { host, call } = context;
  const unread = unreadAnswer(host, contract, call.input);
  if (unread) return unread;
  try {
    return run(host);
  } catch (error) {
    if (error instanceof Refusal) throw innerRefusal(host, error.message);
    throw error;
  }
}

/** The admin as the node learns it: a message that comes back unread holds none. */
const learnAdmin = ({ host, call }: FunctionContext, contract: string): string | undefined =>
  unreadAnswer(host, contract, call.input) ? undefined : readAdmin(host, contract);

function asAdmin(
  context: FunctionContext,
  contract: string,
  run: (host: PrecompiledHost) => FunctionResult,
): FunctionResult {
  if (learnAdmin(context, contract) !== context.call.sender) return code(returnCode.notAuthorized);
  return inside(context, contract, run);
}

function asCommittee(context: FunctionContext, run: (host: PrecompiledHost) => FunctionResult): FunctionResult {
  return context.call.sender === committeeAddress ? run(context.host) : code(returnCode.notAuthorized);
}

function setMode(host: PrecompiledHost, mode: bigint): FunctionResult {
  if (mode > 2n) return code(returnCode.authTypeInvalid);
  setDeployMode(host, Number(mode));
  return code(returnCode.success);
}

function setAccess(host: PrecompiledHost, account: string, open: boolean): FunctionResult {
  setDeployAccess(host, account, open);
  return code(returnCode.success);
}

async function initAuth({ host, call }: FunctionContext, account: string): Promise<FunctionResult> {
  if (host.accounts.code(committeeAddress).length > 0) throw new Refusal("Committee contract already exist.");
  const admin = readAddress(account);
  if (admin === undefined) throw internalFailure(host);
  const creation = governanceCreation(host.suite.name, admin);
  const { status } = await host.deployAt(committeeAddress, creation, call.address);
  if (status !== 0) throw new Refusal("Create auth contract error.");
  return code(returnCode.success);
}

const methodAccess = (open: boolean) => (context: FunctionContext, args: Arguments) =>
  asAdmin(context, args.text(0), (host) =>
    setMethodAccess(host, args.text(0), selectorOf(args.text(1)), args.text(2), open),
  );

const deployAccess = (open: boolean) => (context: FunctionContext, args: Arguments) =>
  asCommittee(context, (host) => setAccess(host, args.text(0), open));

/** 0x1005: who may deploy, who rules a contract, who may call what (docs/protocol/built-in-contracts.md, "Permissions"). */
export const contractAuthContract: PrecompiledCode = {
  name: "AuthManagerPrecompiled",
  functions: [
    define("getAdmin(address)", "address", (context, args) => [learnAdmin(context, args.text(0)) ?? noAddress]),
    define("resetAdmin(address,address)", "int256", (context, args) =>
      asCommittee(context, () => inside(context, args.text(0), (host) => resetAdmin(host, args.text(0), args.text(1)))),
    ),
    define("setMethodAuthType(address,bytes4,uint8)", "int256", (context, args) =>
      asAdmin(context, args.text(0), (host) =>
        setMethodMode(host, args.text(0), selectorOf(args.text(1)), Number(args.number(2))),
      ),
    ),
    define("openMethodAuth(address,bytes4,address)", "int256", methodAccess(true)),
    define("closeMethodAuth(address,bytes4,address)", "int256", methodAccess(false)),
    define("checkMethodAuth(address,bytes4,address)", "bool", (context, args) =>
      inside(context, args.text(0), (host) => [
        mayCallMethod(host, args.text(0), selectorOf(args.text(1)), args.text(2)),
      ]),
    ),
    define("getMethodAuth(address,bytes4)", "uint8,string[],string[]", (context, args) =>
      inside(context, args.text(0), (host) => describeMethod(host, args.text(0), selectorOf(args.text(1)))),
    ),
    define("setContractStatus(address,bool)", "int256", (context, args) =>
      asAdmin(context, args.text(0), (host) => freeze(host, args.text(0), args.flag(1))),
    ),
    define(
      "setContractStatus(address,uint8)",
      "int256",
      (context, args) =>
        asAdmin(context, args.text(0), (host) => setStatus(host, args.text(0), Number(args.number(1)))),
      { since: dataVersion.v3_2 },
    ),
    define("contractAvailable(address)", "bool", (context, args) =>
      inside(context, args.text(0), (host) => [isAvailable(host, args.text(0))]),
    ),
    define("deployType()", "uint256", ({ host }) => [BigInt(deployMode(host))]),
    define("setDeployAuthType(uint8)", "int256", (context, args) =>
      asCommittee(context, (host) => setMode(host, args.number(0))),
    ),
    define("openDeployAuth(address)", "int256", deployAccess(true)),
    define("closeDeployAuth(address)", "int256", deployAccess(false)),
    define("hasDeployAuth(address)", "bool", ({ host }, args) => [mayDeploy(host, args.text(0))]),
    define("initAuth(string)", "int256", (context, args) => initAuth(context, args.text(0)), {
      since: dataVersion.v3_3,
    }),
  ],
};

/** 0x10002: takes messages of 0x1005 only, which this chain keeps inside; other callers fail. */
export const contractAuthManagerContract: PrecompiledCode = {
  name: "ContractAuthMgrPrecompiled",
  before: async ({ host }) => {
    throw internalFailure(host);
  },
  functions: [],
};
