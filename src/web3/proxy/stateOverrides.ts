import type { RecordingChanges } from "../../chain/dev/executionRecording";
import { isObject, readAddress, readData, readHash, readQuantity, shownValue } from "../model/values";
import { invalidParams } from "../model/web3Error";

const maxAccounts = 100;
const maxSlots = 10_000;

/**
 * The third parameter of `eth_call`, for a run of its own; undefined where there is none.
 * @throws Web3Error −32602 for what can't be put in the place of state
 */
export function readOverrides(value: unknown): RecordingChanges | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw invalidParams("invalid argument: state overrides must be an object");
  const accounts = Object.entries(value);
  if (accounts.length === 0) return undefined;
  if (accounts.length > maxAccounts) throw invalidParams(`more than ${maxAccounts} state overrides`);
  const code: Record<string, string> = {};
  const storage: Record<string, Record<string, string>> = {};
  const balances: Record<string, string> = {};
  for (const [name, account] of accounts) {
    const address = readAddress(name);
    if (!isObject(account)) throw invalidParams(`invalid argument: the override of ${address} must be an object`);
    const unknown = Object.keys(account).find((each) => !["balance", "code", "stateDiff", "nonce"].includes(each));
    if (unknown !== undefined) throw invalidParams(`the override ${shownValue(unknown)} isn't supported`);
    if (account["balance"] !== undefined) balances[address] = String(readQuantity(account["balance"], "balance"));
    if (account["code"] !== undefined) code[address] = readData(account["code"], "code");
    const { stateDiff } = account;
    if (stateDiff === undefined) continue;
    if (!isObject(stateDiff) || Object.keys(stateDiff).length > maxSlots)
      throw invalidParams("invalid argument: stateDiff must be an object of slots");
    storage[address] = Object.fromEntries(
      Object.entries(stateDiff).map(([slot, word]) => [readHash(slot, "slot"), readHash(word, "word")]),
    );
  }
  return { code, storage, balances };
}
