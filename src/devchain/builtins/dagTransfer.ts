import { type BuiltinContractCode, code, type FunctionContext, type FunctionResult } from "./contract";
import { returnCode } from "./returnCode";

const table = "s_dag_transfer";
const most = 2n ** 256n - 1n;

function read({ host }: FunctionContext, user: string): bigint | undefined {
  const row = host.storage.get(table, user);
  return row === undefined ? undefined : BigInt(row);
}

function write({ host }: FunctionContext, user: string, balance: bigint): FunctionResult {
  host.storage.set(table, user, String(balance));
  return code(returnCode.success);
}

function add(context: FunctionContext, user: string, amount: bigint): FunctionResult {
  if (user === "") return code(returnCode.transferNameInvalid);
  if (read(context, user) !== undefined) return code(returnCode.transferUserExists);
  return write(context, user, amount);
}

function save(context: FunctionContext, user: string, amount: bigint): FunctionResult {
  if (user === "") return code(returnCode.transferNameInvalid);
  if (amount === 0n) return code(returnCode.transferAmountInvalid);
  const sum = (read(context, user) ?? 0n) + amount;
  return sum > most ? code(returnCode.transferOverflow) : write(context, user, sum);
}

function draw(context: FunctionContext, user: string, amount: bigint): FunctionResult {
  if (user === "") return code(returnCode.transferNameInvalid);
  if (amount === 0n) return code(returnCode.transferAmountInvalid);
  const balance = read(context, user);
  if (balance === undefined) return code(returnCode.transferUserMissing);
  return balance < amount ? code(returnCode.transferBalanceTooSmall) : write(context, user, balance - amount);
}

function transfer(context: FunctionContext, from: string, to: string, amount: bigint): FunctionResult {
  if (from === "" || to === "") return code(returnCode.transferNameInvalid);
  if (amount === 0n) return code(returnCode.transferAmountInvalid);
  if (from === to) return code(returnCode.success);
  const balance = read(context, from);
  if (balance === undefined) return code(returnCode.transferUserMissing);
  if (balance < amount) return code(returnCode.transferBalanceTooSmall);
  const sum = (read(context, to) ?? 0n) + amount;
  if (sum > most) return code(returnCode.transferOverflow);
  write(context, from, balance - amount);
  return write(context, to, sum);
}

function balanceOf(context: FunctionContext, user: string): FunctionResult {
  if (user === "") return [BigInt(returnCode.transferNameInvalid), 0n];
  const balance = read(context, user);
  return balance === undefined ? [BigInt(returnCode.transferUserMissing), 0n] : [0n, balance];
}

/** 0x100c: the node's test contract for parallel transfers. */
export const dagTransferContract: BuiltinContractCode = {
  name: "DagTransferPrecompiled",
  functions: [
    {
      signature: "userAdd(string,uint256)",
      returns: "uint256",
      run: (context, args) => add(context, args.text(0), args.number(1)),
    },
    {
      signature: "userSave(string,uint256)",
      returns: "uint256",
      run: (context, args) => save(context, args.text(0), args.number(1)),
    },
    {
      signature: "userDraw(string,uint256)",
      returns: "uint256",
      run: (context, args) => draw(context, args.text(0), args.number(1)),
    },
    {
      signature: "userTransfer(string,string,uint256)",
      returns: "uint256",
      run: (context, args) => transfer(context, args.text(0), args.text(1), args.number(2)),
    },
    {
      signature: "userBalance(string)",
      returns: "uint256,uint256",
      run: (context, args) => balanceOf(context, args.text(0)),
    },
  ],
};
