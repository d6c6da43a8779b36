import type { ChainSession } from "../../chain/session";
import { callDataOperation, callFunction } from "../../operations/contract/calls";
import type { OutcomeShown } from "../../operations/kit/decoded";
import { text } from "../../text/catalogue";
import { functionNamed, ownAbi } from "../contract/contractContext";
import {
  abiUsage,
  type ContractOptions,
  callForm,
  contractUsage,
  keyUsage,
  requireFunctionOrData,
} from "../contract/contractOptions";
import { type OperationCommand, operationCommand, typedTexts } from "../operations/runContractCommand";
import { typedText } from "../operations/terminalNames";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: ["chainside call TARGET FUNCTION [ARGUMENT…] [options]", "chainside call TARGET --data HEX [options]"],
  summary: [
    text("Runs a function on the newest state and prints what it returns. Nothing changes and nothing is sent."),
    callForm,
  ],
  options: [
    ...abiUsage,
    ["--data HEX", text("call data instead of function and arguments; prints the response as hex")],
    ...contractUsage,
    ...keyUsage,
  ],
  notes: [text("With --key, the function sees this account as its caller.")],
  exitCodes: text("Exit code: 0 a response, 1 an error, 2 wrong command line."),
};

interface Answer {
  readonly values: OutcomeShown["values"];
}

/** One text alone comes as it is, so that a script need not take it apart; a terminal shows what it is as money. */
function answerLines({ values }: Answer): string[] {
  const [only, ...others] = values;
  if (only === undefined || others.length > 0 || typeof only.value !== "string")
    return values.map((each) => typedTexts([each]));
  return process.stdout.isTTY && /^-?\d+$/.test(only.value) ? [typedText(only)] : only.value.split("\n");
}

async function chosen(session: ChainSession, options: ContractOptions): Promise<OperationCommand> {
  const { words, data } = options;
  const [contract = "", name = "", ...args] = words;
  const abiOf = await ownAbi(session, contract, options, name);
  const own = abiOf ? { abiOf } : {};
  if (data !== undefined)
    return {
      operation: callDataOperation,
      given: { contract, data },
      lines: (result) => [(result as { readonly output: string }).output],
      ...own,
    };
  const given = { contract, function: functionNamed(session, name), arguments: args };
  return { operation: callFunction, given, lines: (result) => answerLines(result as Answer), ...own };
}

const command = {
  name: "call",
  usage,
  taken: ["key", "password-env", "password-file", "abi", "artifact", "data"],
  check: requireFunctionOrData,
} as const;

/** `chainside call`: what a function answers, from the command line. */
export const runCall = operationCommand(command, chosen);
