import { maxWord } from "../../chain/evm/wordArithmetic";
import { accountStatus, createAccount, isContract, latestAccountStatus, setAccountStatus } from "./accountStatus";
import { accountManagerAddress, balanceAddress } from "./host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "./host/contract";
import type { PrecompiledHost } from "./host/host";
import { innerRefusal, notEnough, Refusal, returnCode } from "./host/refusal";
import { dataVersion } from "./host/versions";
import { readGovernors } from "./permissionChecks";

const abolished = 2;

async function setStatusByGovernor(context: FunctionContext, account: string, status: number): Promise<FunctionResult> {
  const { host, call } = context;
  const governors = await readGovernors(host, accountManagerAddress);
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
export const accountManagerContract: PrecompiledCode = {
  name: "AccountManagerPrecompiled",
  functions: [
    define("setAccountStatus(address,uint8)", "int32", (context, args) =>
      setStatusByGovernor(context, args.text(0), Number(args.number(1))),
    ),
    define("getAccountStatus(address)", "uint8", ({ host }, args) => [BigInt(accountStatus(host, args.text(0)))]),
  ],
};

/** Adds to a balance. @throws Refusal when it would not fit 256 bits. */
export function addBalance(host: PrecompiledHost, account: string, amount: bigint): void {
  const sum = host.accounts.balance(account) + amount;
  if (sum > maxWord) throw new Refusal("Account balance overflow!");
  host.accounts.setBalance(account, sum);
}

/** Takes from a balance. @throws Refusal of status 7 when there is not enough. */
export function subtractBalance(host: PrecompiledHost, account: string, amount: bigint): void {
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
  change: (host: PrecompiledHost, account: string, amount: bigint) => void,
  amount: bigint,
): FunctionResult {
  if (call.sender !== balanceAddress && call.origin !== balanceAddress) return code(returnCode.notAuthorized);
  change(host, call.address, amount);
  return code(returnCode.success);
}

/** The logic behind the record of a person's account. */
export const accountContract: PrecompiledCode = {
  name: "AccountPrecompiled",
  functions: [
    define("setAccountStatus(uint8)", "int32", (context, args) => ownStatus(context, Number(args.number(0)))),
    define("getAccountStatus()", "uint8", ({ host, call }) => [BigInt(accountStatus(host, call.address))]),
    define("getAccountBalance()", "uint256", ({ host, call }) => [host.accounts.balance(call.address)], {
      since: dataVersion.v3_6,
    }),
    define("addAccountBalance(uint256)", "int32", (context, args) => ownBalance(context, addBalance, args.number(0)), {
      since: dataVersion.v3_6,
    }),
    define(
      "subAccountBalance(uint256)",
      "int32",
      (context, args) => ownBalance(context, subtractBalance, args.number(0)),
      { since: dataVersion.v3_6 },
    ),
  ],
  receive: () => new Uint8Array(),
};
