import { maxWord } from "../../chain/evm/wordArithmetic";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import { returnCode } from "./host/refusal";

const nothing = new Uint8Array(0);
const table = "s_dag_transfer";

function read({ host }: FunctionContext, user: string): bigint | undefined {
  const row = host.storage.get(table, user);
  return row === undefined ? undefined : BigInt(row);
}

function write({ host }: FunctionContext, user: string, balance: bigint): FunctionResult {
  host.storage.set(table, user, String(balance));
  return code(returnCode.success);
}

/** Whether its table is missing: only the classic executor makes it, so a chain has none that began with the other one. */
function lacksTable({ host: { block, storage } }: FunctionContext): boolean {
  return block.executorVersion !== 0 && (storage.readConfig("executor_version")?.enableNumber ?? 0) === 0;
}

function add(context: FunctionContext, user: string, amount: bigint): FunctionResult {
  if (user === "") return code(returnCode.transferNameInvalid);
  if (lacksTable(context)) return code(returnCode.transferTableMissing);
  if (read(context, user) !== undefined) return code(returnCode.transferUserExists);
  return write(context, user, amount);
}

function save(context: FunctionContext, user: string, amount: bigint): FunctionResult {
  if (user === "") return code(returnCode.transferNameInvalid);
  if (amount === 0n) return code(returnCode.transferAmountInvalid);
  if (lacksTable(context)) return code(returnCode.transferTableMissing);
  const sum = (read(context, user) ?? 0n) + amount;
  return sum > maxWord ? code(returnCode.transferOverflow) : write(context, user, sum);
}

function draw(context: FunctionContext, user: string, amount: bigint): FunctionResult {
  if (user === "") return code(returnCode.transferNameInvalid);
  if (amount === 0n) return code(returnCode.transferAmountInvalid);
  if (lacksTable(context)) return code(returnCode.transferTableMissing);
  const balance = read(context, user);
  if (balance === undefined) return code(returnCode.transferUserMissing);
  return balance < amount ? code(returnCode.transferBalanceTooSmall) : write(context, user, balance - amount);
}

function transfer(context: FunctionContext, from: string, to: string, amount: bigint): FunctionResult {
  if (from === "" || to === "") return code(returnCode.transferNameInvalid);
  if (amount === 0n) return code(returnCode.transferAmountInvalid);
  if (from === to) return code(returnCode.success);
  if (lacksTable(context)) return code(returnCode.transferTableMissing);
  const balance = read(context, from);
  if (balance === undefined) return code(returnCode.transferUserMissing);
  if (balance < amount) return code(returnCode.transferBalanceTooSmall);
  const sum = (read(context, to) ?? 0n) + amount;
  if (sum > maxWord) return code(returnCode.transferOverflow);
  write(context, from, balance - amount);
  return write(context, to, sum);
}

function balanceOf(context: FunctionContext, user: string): FunctionResult {
  if (user === "") return [BigInt(returnCode.transferNameInvalid), 0n];
  if (lacksTable(context)) return [BigInt(returnCode.transferTableMissing), 0n];
  const balance = read(context, user);
  return balance === undefined ? [BigInt(returnCode.transferUserMissing), 0n] : [0n, balance];
}

/** 0x100c: the node's test contract for parallel transfers. Its gas is that of the answer's memory. */
export const dagTransferContract: PrecompiledCode = {
  name: "DagTransferPrecompiled",
  charges: true,
  before: async ({ gas }) => {
    gas.setMemory(0);
    return undefined;
  },
  // it takes no notice of what it doesn't know
  otherwise: () => nothing,
  functions: [
    define("userAdd(string,uint256)", "uint256", (context, args) => add(context, args.text(0), args.number(1))),
    define("userSave(string,uint256)", "uint256", (context, args) => save(context, args.text(0), args.number(1))),
    define("userDraw(string,uint256)", "uint256", (context, args) => draw(context, args.text(0), args.number(1))),
    define("userTransfer(string,string,uint256)", "uint256", (context, args) =>
      transfer(context, args.text(0), args.text(1), args.number(2)),
    ),
    define("userBalance(string)", "uint256,uint256", (context, args) => balanceOf(context, args.text(0))),
  ],
};
