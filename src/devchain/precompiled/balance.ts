import { addBalance, subtractBalance } from "./account";
import { createAccount } from "./accountStatus";
import { encodeValues } from "./host/abiBytes";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import type { PrecompiledCall, PrecompiledHost } from "./host/host";
import { innerRefusal, Refusal, returnCode } from "./host/refusal";
import { readGovernors } from "./permissionChecks";

const callersTable = "s_balance_caller";
const maxCallers = 500;

const callers = (host: PrecompiledHost): string[] =>
  [...host.storage.keys(callersTable)].sort((a, b) => (a < b ? -1 : 1)).slice(0, maxCallers);

/** Whether the account may change balances, and with `feature_balance_policy2` send and be sent value. */
export const isBalanceCaller = (storage: Pick<PrecompiledHost["storage"], "get">, account: string): boolean =>
  storage.get(callersTable, account) !== undefined;

/** Switching the contract on lets every governor mint and burn. */
export async function registerGovernorsAsCallers(host: PrecompiledHost, call: PrecompiledCall): Promise<void> {
  for (const governor of await readGovernors(host, call.address)) {
    host.storage.set(callersTable, governor, "1");
  }
}

function checkCaller({ host, call }: FunctionContext, act: string): void {
  if (isBalanceCaller(host.storage, call.sender)) return;
  throw new Refusal(
    `Permission denied. Please use "listBalanceGovernor" to check which account(or contract) can ${act}`,
  );
}

async function checkGovernor({ host, call }: FunctionContext): Promise<void> {
  const governors = await readGovernors(host, call.address);
  if (!governors.includes(call.origin)) throw new Refusal("only governor can register caller");
}

/** A change of a balance is a message to the account: its refusal reaches the caller in the node's wrapping. */
function inside(host: PrecompiledHost, run: () => void): FunctionResult {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) throw innerRefusal(host, error.message);
    throw error;
  }
  return encodeValues("int32", code(returnCode.success));
}

function transfer(context: FunctionContext, from: string, to: string, amount: bigint): FunctionResult {
  const { host } = context;
  checkCaller(context, "transferBalance");
  createAccount(host, from);
  if (host.accounts.balance(from) < amount) {
    throw new Refusal("transfer failed, account subBalance failed, please check the account balance");
  }
  subtractBalance(host, from, amount);
  createAccount(host, to);
  try {
    addBalance(host, to, amount);
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal("transfer failed");
    throw error;
  }
  return encodeValues("int32", code(returnCode.success));
}

async function registerCaller(context: FunctionContext, account: string): Promise<FunctionResult> {
  await checkGovernor(context);
  const { storage } = context.host;
  if (callers(context.host).length >= maxCallers) throw new Refusal("caller table size exceed limit");
  if (storage.get(callersTable, account) !== undefined) throw new Refusal("caller already exist");
  storage.set(callersTable, account, "1");
  return encodeValues("int32", code(returnCode.success));
}

async function unregisterCaller(context: FunctionContext, account: string): Promise<FunctionResult> {
  await checkGovernor(context);
  const { storage } = context.host;
  if (callers(context.host).length === 1) {
    throw new Refusal("BalanceGovernor table only has one account, prohibit to unregister");
  }
  if (storage.get(callersTable, account) === undefined) throw new Refusal("caller not exist");
  storage.set(callersTable, account, undefined);
  return encodeValues("int32", code(returnCode.success));
}

function listCallers(host: PrecompiledHost): FunctionResult {
  const listed = callers(host);
  if (listed.length === 0) throw new Refusal("caller table not exist.");
  return [listed];
}

/** 0x1011: mints, burns and moves balances (docs/protocol/built-in-contracts.md, "Balances"). */
export const balanceContract: PrecompiledCode = {
  name: "BalancePrecompiled",
  functions: [
    define("getBalance(address)", "uint256", ({ host }, args) => [host.accounts.balance(args.text(0))]),
    define("addBalance(address,uint256)", "", (context, args) => {
      checkCaller(context, "addBalance");
      createAccount(context.host, args.text(0));
      return inside(context.host, () => addBalance(context.host, args.text(0), args.number(1)));
    }),
    define("subBalance(address,uint256)", "", (context, args) => {
      checkCaller(context, "subBalance");
      createAccount(context.host, args.text(0));
      return inside(context.host, () => subtractBalance(context.host, args.text(0), args.number(1)));
    }),
    define("transfer(address,address,uint256)", "", (context, args) =>
      transfer(context, args.text(0), args.text(1), args.number(2)),
    ),
    define("registerCaller(address)", "", (context, args) => registerCaller(context, args.text(0))),
    define("unregisterCaller(address)", "", (context, args) => unregisterCaller(context, args.text(0))),
    define("listCaller()", "address[]", ({ host }) => listCallers(host)),
  ],
};
