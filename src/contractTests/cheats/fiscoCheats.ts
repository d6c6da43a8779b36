import { Message } from "@ethereumjs/evm";
import { joinBytes } from "../../crypto/joinBytes";
import { addressOf } from "../../devchain/execution/knownAddress";
import { decodeValues, encodeValues, parametersOf, type Value } from "./abiCode";
import { prankOnce } from "./accountCheats";
import { type CheatCall, type CheatCode, define, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

const low = (digits: string): string => digits.padStart(40, "0");
const systemConfig = low("1000");
const contractAuth = low("1005");
const fileSystem = low("100e");
const committee = low("10001");
const accountManager = low("10003");

const utf8 = new TextEncoder();

/** Calls a built-in contract in somebody's name; the test's own permissions are not asked. */
async function builtin(
  { evm, ground: { suite }, message }: CheatCall,
  [to, sender]: readonly [string, string],
  signature: string,
  args: readonly Value[],
  returns: string,
): Promise<Value[]> {
  const types = signature.slice(signature.indexOf("(") + 1, -1);
  const selector = suite.hash(utf8.encode(signature)).slice(0, 4);
  const { execResult } = await evm.runNested(
    new Message({
      to: addressOf(to),
      caller: addressOf(sender),
      data: joinBytes([selector, encodeValues(parametersOf(types), args)]),
      gasLimit: 1_000_000_000n,
      depth: message.depth + 2, // not what the test itself sends: nothing is expected of it
    }),
  );
  if (execResult.exceptionError) throw new CheatError(`the chain refused ${signature}`);
  return decodeValues(parametersOf(returns), execResult.returnValue);
}

/** @throws CheatError for a return code below zero. */
function requireDone(what: string, [result = 0n]: readonly Value[]): undefined {
  if (typeof result === "bigint" && result < 0n) {
    throw new CheatError(`${what}: the chain answered ${result}`);
  }
  return undefined;
}

function requirePermissions({ evm, ground }: CheatCall, what: string): void {
  if (evm.scope.rules.asksToDeploy) return;
  throw new CheatError(
    `${what} has no effect without permissions: run with --auth, or call setSystemConfig("auth_check_status", "1") in setUp (data version ${ground.compatibilityVersion})`,
  );
}

async function setContractStatus(call: CheatCall, contract: string, frozen: boolean): Promise<undefined> {
  requirePermissions(call, frozen ? "freeze" : "unfreeze");
  if (!frozen && call.evm.scope.rules.baseline) {
    throw new CheatError(
      "nothing unfreezes a contract under the baseline executor (docs/protocol/built-in-contracts.md)",
    );
  }
  const [admin = ""] = await builtin(call, [contractAuth, committee], "getAdmin(address)", [contract], "address");
  const sender = String(admin);
  const signature = "setContractStatus(address,bool)";
  return requireDone("freeze", await builtin(call, [contractAuth, sender], signature, [contract, frozen], "int256"));
}

async function setAccountStatus(call: CheatCall, account: string, status: bigint): Promise<undefined> {
  requirePermissions(call, "freezeAccount");
  const { governor } = call.ground;
  const signature = "setAccountStatus(address,uint8)";
  return requireDone(
    "freezeAccount",
    await builtin(call, [accountManager, governor], signature, [account, status], "int32"),
  );
}

async function makeFolder(call: CheatCall, path: string): Promise<undefined> {
  return requireDone("mkdir", await builtin(call, [fileSystem, call.message.caller], "mkdir(string)", [path], "int32"));
}

async function setConfig(call: CheatCall, key: string, value: string): Promise<undefined> {
  const signature = "setValueByKey(string,string)";
  return requireDone(
    "setSystemConfig",
    await builtin(call, [systemConfig, committee], signature, [key, value], "int32"),
  );
}

/** What only FISCO BCOS has. */
export const fiscoCheats: readonly CheatCode[] = [
  define("asGovernor()", "", (call) => {
    prankOnce(call, call.ground.governor, true);
    return undefined;
  }),
  define("startAsGovernor()", "", (call) => {
    prankOnce(call, call.ground.governor, false);
    return undefined;
  }),
  define("governor()", "address", ({ ground }) => [ground.governor]),
  define("freeze(address)", "", (call, args) => setContractStatus(call, textAt(args, 0), true)),
  define("unfreeze(address)", "", (call, args) => setContractStatus(call, textAt(args, 0), false)),
  define("freezeAccount(address)", "", (call, args) => setAccountStatus(call, textAt(args, 0), 1n)),
  define("unfreezeAccount(address)", "", (call, args) => setAccountStatus(call, textAt(args, 0), 0n)),
  define("setSystemConfig(string,string)", "", (call, args) => setConfig(call, textAt(args, 0), textAt(args, 1))),
  define("mkdir(string)", "", (call, args) => makeFolder(call, textAt(args, 0))),
  define("nodeVersion()", "string", ({ ground }) => [ground.nodeVersion]),
  define("dataVersion()", "string", ({ ground }) => [ground.compatibilityVersion]),
  define("executorVersion()", "uint8", ({ ground }) => [BigInt(ground.executorVersion)]),
  define("suite()", "string", ({ ground }) => [ground.suite.name]),
];
