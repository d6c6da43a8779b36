import { accountStatus, createAccount, isContract, latestAccountStatus, setAccountStatus } from "./accountStatus";
import { accountManagerAddress, balanceAddress } from "./addresses";
import {
  type BuiltinContractCode,
  code,
  type FunctionContext,
  type FunctionResult,
  innerRefusal,
  notEnough,
  Refusal,
} from "./contract";
import { readGovernors } from "./governors";
import type { BuiltinHost } from "./host";
import { returnCode } from "./returnCode";
import { dataVersion } from "./versions";

const abolished = 2;
const most = 2n ** 256n - 1n;

async function setStatusByGovernor(context: FunctionContext, account: string, status: number): Promise<FunctionResult> {
  const { host, call } = context;
  const governors = await readGovernors(host, accountManagerAddress, call.origin);
  if (!governors.includes(call.sender)) return code(returnCode.notAuthorized);
  if (governors.includes(account)) throw new Refusal("Should not set governor's status.");
  if (isContract(host, account)) return code(returnCode.notAnAccount);
  createAccount(host, account);
  if (latestAccountStatus(host, account) === abolished && status !== abolished) {
    throw innerRefusal(host, "Account already abolish, should not set any status.");
  }
  setAccountStatus(host, account, status);
  return code(returnCode.success);
}

/** 0x10003: governors freeze and abolish accounts (docs/protocol/built-in-contracts.md, "Accounts"). */
export const accountManagerContract: BuiltinContractCode = {
  name: "AccountManagerPrecompiled",
  functions: [
    {
      signature: "setAccountStatus(address,uint8)",
      returns: "int32",
      run: (context, args) => setStatusByGovernor(context, args.text(0), Number(args.number(1))),
    },
    {
      signature: "getAccountStatus(address)",
      returns: "uint8",
      run: ({ host }, args) => [BigInt(accountStatus(host, args.text(0)))],
    },
  ],
};

/** Adds to a balance. @throws Refusal when it would not fit 256 bits. */
export function addBalance(host: BuiltinHost, account: string, amount: bigint): void {
  const sum = host.accounts.balance(account) + amount;
  if (sum > most) throw new Refusal("Account balance overflow!");
  host.accounts.setBalance(account, sum);
}

/** Takes from a balance. @throws Refusal of status 7 when there is not enough. */
export function subtractBalance(host: BuiltinHost, account: string, amount: bigint): void {
  const left = host.accounts.balance(account) - amount;
  if (left < 0n) throw notEnough("Account balance is not enough!");
  host.accounts.setBalance(account, left);
}

function ownStatus(context: FunctionContext, status: number): FunctionResult {
  const { host, call } = context;
  if (call.sender !== accountManagerAddress) return code(returnCode.notAuthorized);
  setAccountStatus(host, call.address, status);
  return code(returnCode.success);
}

function ownBalance(
  { host, call }: FunctionContext,
  change: (host: BuiltinHost, account: string, amount: bigint) => void,
  amount: bigint,
): FunctionResult {
  if (call.sender !== balanceAddress && call.origin !== balanceAddress) return code(returnCode.notAuthorized);
  change(host, call.address, amount);
  return code(returnCode.success);
}

/** The logic behind the record of a person's account. */
export const accountContract: BuiltinContractCode = {
  name: "AccountPrecompiled",
  functions: [
    {
      signature: "setAccountStatus(uint8)",
      returns: "int32",
      run: (context, args) => ownStatus(context, Number(args.number(0))),
    },
    {
      signature: "getAccountStatus()",
      returns: "uint8",
      run: ({ host, call }) => [BigInt(accountStatus(host, call.address))],
    },
    {
      signature: "getAccountBalance()",
      returns: "uint256",
      since: dataVersion.v3_6,
      run: ({ host, call }) => [host.accounts.balance(call.address)],
    },
    {
      signature: "addAccountBalance(uint256)",
      returns: "int32",
      since: dataVersion.v3_6,
      run: (context, args) => ownBalance(context, addBalance, args.number(0)),
    },
    {
      signature: "subAccountBalance(uint256)",
      returns: "int32",
      since: dataVersion.v3_6,
      run: (context, args) => ownBalance(context, subtractBalance, args.number(0)),
    },
  ],
  receive: () => new Uint8Array(),
};
