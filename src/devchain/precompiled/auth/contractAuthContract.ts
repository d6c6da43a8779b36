import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import { governanceCreation } from "../../governance/foundGovernance";
import type { Arguments } from "../host/abiBytes";
import { committeeAddress, noAddress, readAddress } from "../host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "../host/contract";
import type { PrecompiledHost } from "../host/host";
import { innerRefusal, internalFailure, Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import {
  describeMethod,
  freeze,
  isAvailable,
  readAdmin,
  resetAdmin,
  setMethodAccess,
  setMethodMode,
  setStatus,
  unreadAnswer,
} from "./contractAuthManager";
import { mayCallMethod } from "./contractAuthTable";
import { deployMode, mayDeploy, setDeployAccess, setDeployMode } from "./deployAuth";

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

/** 0x10002: takes messages of 0x1005 only, which this chain keeps inside; anyone else fails. */
export const contractAuthManagerContract: PrecompiledCode = {
  name: "ContractAuthMgrPrecompiled",
  before: async ({ host }) => {
    throw internalFailure(host);
  },
  functions: [],
};
