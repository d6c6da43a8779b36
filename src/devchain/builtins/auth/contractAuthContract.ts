import { bytesToHexDigits } from "../../../crypto/hex";
import { governanceCreation } from "../../governance/creationCode";
import type { Arguments } from "../abiBytes";
import { committeeAddress, readAddress } from "../addresses";
import {
  type BuiltinContractCode,
  code,
  type FunctionContext,
  type FunctionResult,
  innerRefusal,
  internalFailure,
  Refusal,
} from "../contract";
import type { BuiltinHost } from "../host";
import { returnCode } from "../returnCode";
import { dataVersion } from "../versions";
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

const noAdmin = "0".repeat(40);
const selectorOf = (text: string): string => bytesToHexDigits(Buffer.from(text, "latin1"));

/** Passes the call on to the contract's record, as a message that can come back unread or be refused. */
function inside(
  context: FunctionContext,
  contract: string,
  run: (host: BuiltinHost) => FunctionResult,
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
  run: (host: BuiltinHost) => FunctionResult,
): FunctionResult {
  if (learnAdmin(context, contract) !== context.call.sender) return code(returnCode.notAuthorized);
  return inside(context, contract, run);
}

function asCommittee(context: FunctionContext, run: (host: BuiltinHost) => FunctionResult): FunctionResult {
  return context.call.sender === committeeAddress ? run(context.host) : code(returnCode.notAuthorized);
}

function setMode(host: BuiltinHost, mode: bigint): FunctionResult {
  if (mode > 2n) return code(returnCode.authTypeInvalid);
  setDeployMode(host, Number(mode));
  return code(returnCode.success);
}

function setAccess(host: BuiltinHost, account: string, open: boolean): FunctionResult {
  setDeployAccess(host, account, open);
  return code(returnCode.success);
}

async function initAuth({ host, call }: FunctionContext, account: string): Promise<FunctionResult> {
  if (host.accounts.code(committeeAddress).length > 0) throw new Refusal("Committee contract already exist.");
  const admin = readAddress(account);
  if (admin === undefined) throw internalFailure(host);
  const creation = governanceCreation(host.suite.name, admin);
  const { status } = await host.deployAt(committeeAddress, creation, call.address, call.origin);
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
export const contractAuthContract: BuiltinContractCode = {
  name: "AuthManagerPrecompiled",
  functions: [
    {
      signature: "getAdmin(address)",
      returns: "address",
      run: (context, args) => [learnAdmin(context, args.text(0)) ?? noAdmin],
    },
    {
      signature: "resetAdmin(address,address)",
      returns: "int256",
      run: (context, args) =>
        asCommittee(context, () =>
          inside(context, args.text(0), (host) => resetAdmin(host, args.text(0), args.text(1))),
        ),
    },
    {
      signature: "setMethodAuthType(address,bytes4,uint8)",
      returns: "int256",
      run: (context, args) =>
        asAdmin(context, args.text(0), (host) =>
          setMethodMode(host, args.text(0), selectorOf(args.text(1)), Number(args.number(2))),
        ),
    },
    { signature: "openMethodAuth(address,bytes4,address)", returns: "int256", run: methodAccess(true) },
    { signature: "closeMethodAuth(address,bytes4,address)", returns: "int256", run: methodAccess(false) },
    {
      signature: "checkMethodAuth(address,bytes4,address)",
      returns: "bool",
      run: (context, args) =>
        inside(context, args.text(0), (host) => [
          mayCallMethod(host, args.text(0), selectorOf(args.text(1)), args.text(2)),
        ]),
    },
    {
      signature: "getMethodAuth(address,bytes4)",
      returns: "uint8,string[],string[]",
      run: (context, args) =>
        inside(context, args.text(0), (host) => describeMethod(host, args.text(0), selectorOf(args.text(1)))),
    },
    {
      signature: "setContractStatus(address,bool)",
      returns: "int256",
      run: (context, args) => asAdmin(context, args.text(0), (host) => freeze(host, args.text(0), args.flag(1))),
    },
    {
      signature: "setContractStatus(address,uint8)",
      returns: "int256",
      since: dataVersion.v3_2,
      run: (context, args) =>
        asAdmin(context, args.text(0), (host) => setStatus(host, args.text(0), Number(args.number(1)))),
    },
    {
      signature: "contractAvailable(address)",
      returns: "bool",
      run: (context, args) => inside(context, args.text(0), (host) => [isAvailable(host, args.text(0))]),
    },
    { signature: "deployType()", returns: "uint256", run: ({ host }) => [BigInt(deployMode(host))] },
    {
      signature: "setDeployAuthType(uint8)",
      returns: "int256",
      run: (context, args) => asCommittee(context, (host) => setMode(host, args.number(0))),
    },
    { signature: "openDeployAuth(address)", returns: "int256", run: deployAccess(true) },
    { signature: "closeDeployAuth(address)", returns: "int256", run: deployAccess(false) },
    {
      signature: "hasDeployAuth(address)",
      returns: "bool",
      run: ({ host }, args) => [mayDeploy(host, args.text(0))],
    },
    {
      signature: "initAuth(string)",
      returns: "int256",
      since: dataVersion.v3_3,
      run: (context, args) => initAuth(context, args.text(0)),
    },
  ],
};

/** 0x10002: takes messages of 0x1005 only, which this chain keeps inside; anybody else fails. */
export const contractAuthManagerContract: BuiltinContractCode = {
  name: "ContractAuthMgrPrecompiled",
  before: async ({ host }) => {
    throw internalFailure(host);
  },
  functions: [],
};
