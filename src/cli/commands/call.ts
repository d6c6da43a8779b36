import { valuesText } from "../../chain/abi/valueText";
import { executionError } from "../../chain/errors/nodeError";
import { call as ask } from "../../chain/rpc/call";
import { callAs } from "../../chain/services/contract/callAs";
import { readFunction } from "../../chain/services/contract/readFunction";
import { reasonOf } from "../../chain/services/contract/revertOf";
import type { ChainSession } from "../../chain/session";
import { parseCallData } from "../../chain/transaction/callData";
import type { Hex } from "../../crypto/bytes/hex";
import { argumentsFor } from "../../operations/kit/callArguments";
import { valuesAsJson } from "../../operations/kit/decoded";
import { text } from "../../text/catalogue";
import { withSession } from "../connection/connect";
import { anyContractOf, knownContractOf, signerOf } from "../contract/contractContext";
import {
  abiUsage,
  type ContractOptions,
  callForm,
  contractUsage,
  keyUsage,
  requireFunctionOrData,
} from "../contract/contractOptions";
import { devAddress } from "../operations/addressWords";
import { runContractCommand, type Said } from "../operations/runContractCommand";
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

async function callData(session: ChainSession, options: ContractOptions, data: Hex): Promise<Said> {
  const { address, abi } = await anyContractOf(session, options.words[0] ?? "", options);
  const { keyFile } = options;
  const caller = keyFile === undefined ? undefined : await signerOf(session, { ...options, keyFile });
  const request = { to: address, data };
  const answer = caller ? await callAs(session, caller, request) : await ask(session.client, request);
  const { status, output, blockNumber } = answer;
  if (status !== 0)
    throw await executionError(status, (await reasonOf(session, { ...request, status, output }, abi)) ?? "");
  return { lines: [output], result: { blockNumber, caller: caller?.address ?? null, values: [] }, more: { output } };
}

function call(options: ContractOptions): Promise<Said> {
  const [target = "", name = "", ...args] = options.words;
  const { keyFile } = options;
  return withSession(options.connection, async (session) => {
    if (options.data !== undefined) return callData(session, options, parseCallData(options.data));
    const contract = await knownContractOf(session, target, options);
    const called = contract.abi.getFunction(name);
    const caller = keyFile === undefined ? undefined : await signerOf(session, { ...options, keyFile });
    const { values, blockNumber } = await readFunction(
      session,
      contract,
      called,
      await argumentsFor({ session, addressOf: devAddress(session, options.connection) }, called.inputs, args),
      caller,
    );
    const [only, ...others] = values;
    // One text alone comes as it is, so that a script need not take it apart.
    const plain = only !== undefined && others.length === 0 && typeof only.value === "string";
    return {
      lines: plain ? String(only.value).split("\n") : values.map((each) => valuesText([each])),
      result: { blockNumber, caller: caller?.address ?? null, values: valuesAsJson(values) },
    };
  });
}

const command = {
  name: "call",
  usage,
  taken: ["key", "password-env", "password-file", "abi", "artifact", "data"],
  check: requireFunctionOrData,
} as const;

/** `chainside call`: what a function answers, from the command line. */
export function runCall(args: readonly string[]): Promise<number> {
  return runContractCommand(command, args, call);
}
