import { Message } from "@ethereumjs/evm";
import { parametersOf } from "../../chain/abi/typeList";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { addressOf } from "../../devchain/execution/knownAddress";
import {
  accountManagerAddress,
  committeeAddress,
  lowAddress,
  systemConfigAddress,
} from "../../devchain/precompiled/host/addresses";
import { parameterTypes } from "../../devchain/precompiled/host/contract";
import { type AbiValue, decodeValues, encodeValues } from "./abiCode";
import { prankOnce } from "./accountCheats";
import { type CheatCall, type CheatCode, define, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

const contractAuth = lowAddress("1005");
const fileSystem = lowAddress("100e");

const utf8 = new TextEncoder();

/** Calls a built-in contract in a user's name; the test's own permissions are not asked. */
async function precompiled(
  { evm, context: { suite }, message }: CheatCall,
  [to, sender]: readonly [string, string],
  signature: string,
  args: readonly AbiValue[],
  returns: string,
): Promise<AbiValue[]> {
  const selector = suite.hash(utf8.encode(signature)).slice(0, 4);
  const { execResult } = await evm.runNested(
    new Message({
      to: addressOf(to),
      caller: addressOf(sender),
      data: joinBytes([selector, encodeValues(parametersOf(parameterTypes(signature)), args)]),
      gasLimit: 1_000_000_000n,
      depth: message.depth + 2, // not what the test itself sends: nothing is expected of it
    }),
  );
  if (execResult.exceptionError) throw new CheatError(`the chain refused ${signature}`);
  return decodeValues(parametersOf(returns), execResult.returnValue);
}

/** @throws CheatError for a return code below zero. */
function requireDone(what: string, [result = 0n]: readonly AbiValue[]): undefined {
  if (typeof result === "bigint" && result < 0n) {
    throw new CheatError(`${what}: the chain answered ${result}`);
  }
  return undefined;
}

function requirePermissions({ evm, context }: CheatCall, what: string): void {
  if (evm.scope.rules.asksToDeploy) return;
  throw new CheatError(
    `${what} has no effect without permissions: run with --auth, or call setSystemConfig("auth_check_status", "1") in setUp (data version ${context.compatibilityVersion})`,
  );
}

async function setContractStatus(call: CheatCall, contract: string, frozen: boolean): Promise<undefined> {
  requirePermissions(call, frozen ? "freeze" : "unfreeze");
  if (!frozen && call.evm.scope.rules.baseline) {
    throw new CheatError(
      "nothing unfreezes a contract under the baseline executor (docs/protocol/built-in-contracts.md)",
    );
  }
  const [admin = ""] = await precompiled(
    call,
    [contractAuth, committeeAddress],
    "getAdmin(address)",
    [contract],
    "address",
  );
  const sender = String(admin);
  const signature = "setContractStatus(address,bool)";
  return requireDone(
    "freeze",
    await precompiled(call, [contractAuth, sender], signature, [contract, frozen], "int256"),
  );
}

async function setAccountStatus(call: CheatCall, account: string, status: bigint): Promise<undefined> {
  requirePermissions(call, "freezeAccount");
  const { governor } = call.context;
  const signature = "setAccountStatus(address,uint8)";
  return requireDone(
    "freezeAccount",
    await precompiled(call, [accountManagerAddress, governor], signature, [account, status], "int32"),
  );
}

async function makeFolder(call: CheatCall, path: string): Promise<undefined> {
  return requireDone(
    "mkdir",
    await precompiled(call, [fileSystem, call.message.caller], "mkdir(string)", [path], "int32"),
  );
}

async function setConfig(call: CheatCall, key: string, value: string): Promise<undefined> {
  const signature = "setValueByKey(string,string)";
  return requireDone(
    "setSystemConfig",
    await precompiled(call, [systemConfigAddress, committeeAddress], signature, [key, value], "int32"),
  );
}

/** What only FISCO BCOS has. */
export const fiscoCheats: readonly CheatCode[] = [
  define("asGovernor()", "", (call) => {
    prankOnce(call, call.context.governor, true);
    return undefined;
  }),
  define("startAsGovernor()", "", (call) => {
    prankOnce(call, call.context.governor, false);
    return undefined;
  }),
  define("governor()", "address", ({ context }) => [context.governor]),
  define("freeze(address)", "", (call, args) => setContractStatus(call, textAt(args, 0), true)),
  define("unfreeze(address)", "", (call, args) => setContractStatus(call, textAt(args, 0), false)),
  define("freezeAccount(address)", "", (call, args) => setAccountStatus(call, textAt(args, 0), 1n)),
  define("unfreezeAccount(address)", "", (call, args) => setAccountStatus(call, textAt(args, 0), 0n)),
  define("setSystemConfig(string,string)", "", (call, args) => setConfig(call, textAt(args, 0), textAt(args, 1))),
  define("mkdir(string)", "", (call, args) => makeFolder(call, textAt(args, 0))),
  define("nodeVersion()", "string", ({ context }) => [context.nodeVersion]),
  define("dataVersion()", "string", ({ context }) => [context.compatibilityVersion]),
  define("executorVersion()", "uint8", ({ context }) => [BigInt(context.executorVersion)]),
  define("suite()", "string", ({ context }) => [context.suite.name]),
];
