import { callText } from "../../chain/abi/valueText";
import type { ChainSession } from "../../chain/session";
import { sendDataOperation, sendOperation } from "../../operations/contract/calls";
import type { OutcomeShown } from "../../operations/kit/decoded";
import { text } from "../../text/catalogue";
import { functionNamed, ownAbi } from "../contract/contractContext";
import {
  abiUsage,
  type ContractOptions,
  callForm,
  contractUsage,
  insteadUsage,
  keyUsage,
  requireFunctionOrData,
  requireKey,
  signingArguments,
} from "../contract/contractOptions";
import { type OperationCommand, operationCommand, sentLines } from "../operations/runContractCommand";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: [
    "chainside send TARGET FUNCTION [ARGUMENT…] --key FILE [options]",
    "chainside send TARGET --data HEX --key FILE [options]",
  ],
  summary: [text("Signs a transaction that calls a function, sends it, and waits until it is in a block."), callForm],
  options: [
    ...keyUsage,
    ...abiUsage,
    ["--data HEX", text("call data instead of function and arguments")],
    ["--value AMOUNT", text("amount to send along: wei, or with a unit: '1.5 ether'")],
    ...insteadUsage,
    ...contractUsage,
  ],
  exitCodes: text(
    "Exit code: 0 done or would work, 1 it failed or would fail, 2 wrong command line or not agreed to, 3 it can't be known.",
  ),
};

async function chosen(session: ChainSession, options: ContractOptions): Promise<OperationCommand> {
  const [contract = "", name = "", ...args] = options.words;
  const { data, value } = options;
  const amount = value === undefined ? {} : { amount: value };
  const abiOf = await ownAbi(session, contract, options, name);
  const own = abiOf ? { abiOf } : {};
  const lines = (head: string) => (result: unknown) => sentLines(head, result as OutcomeShown);
  if (data !== undefined)
    return { operation: sendDataOperation, given: { contract, data, ...amount }, lines: lines(contract), ...own };
  const given = { contract, function: functionNamed(session, name), arguments: args, ...amount };
  return { operation: sendOperation, given, lines: lines(callText(name.replace(/\(.*$/s, ""), args)), ...own };
}

const command = {
  name: "send",
  usage,
  taken: [...signingArguments, "abi", "artifact", "data", "value"],
  check: (options: ContractOptions) => {
    requireFunctionOrData(options);
    requireKey(options);
  },
} as const;

/** `chainside send`: one signed transaction from the command line. */
export const runSend = operationCommand(command, chosen);
