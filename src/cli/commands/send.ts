import type { DecodedValue } from "../../chain/abi/decodedValue";
import { callText } from "../../chain/abi/valueText";
import { parseAmount } from "../../chain/services/balance/amount";
import { requireAccepted } from "../../chain/services/contract/requireAccepted";
import { parseCallData } from "../../chain/transaction/callData";
import { transact } from "../../chain/transaction/transact";
import { text } from "../../text/catalogue";
import { withSession } from "../connection/connect";
import { anyContractOf, argumentsOf, knownContractOf, signerOf } from "../contract/contractContext";
import {
  abiUsage,
  type ContractOptions,
  callForm,
  contractUsage,
  keyUsage,
  requireFunctionOrData,
  requireKey,
} from "../contract/contractOptions";
import { runContractCommand, type Said } from "../operations/runContractCommand";
import { sentReport } from "../operations/sentReport";
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
    ...contractUsage,
  ],
  exitCodes: text("Exit code: 0 the transaction succeeded, 1 it failed, 2 wrong command line."),
};

function send(options: ContractOptions): Promise<Said> {
  const [target = "", name = "", ...args] = options.words;
  const { keyFile = "", data } = options;
  return withSession(options.connection, async (session) => {
    const amount = parseAmount(options.value ?? "0");
    const value = amount > 0n ? { value: amount } : {};
    if (data !== undefined) {
      const { address, abi } = await anyContractOf(session, target, options);
      const signer = await signerOf(session, { ...options, keyFile });
      const request = { to: address, data: parseCallData(data), ...value };
      const receipt = await transact(session, signer, request, options.sending);
      await requireAccepted(session, address, receipt, abi);
      return sentReport(session, receipt, abi, { head: target, input: request.data, results: [], contract: address });
    }
    const { address, abi } = await knownContractOf(session, target, options);
    const called = abi.getFunction(name);
    const input = abi.encodeCall(called.signature, await argumentsOf(session, called.inputs, args, options));
    const signer = await signerOf(session, { ...options, keyFile });
    const receipt = await transact(session, signer, { to: address, data: input, ...value }, options.sending);
    await requireAccepted(session, address, receipt, abi);
    const answers = called.outputs.length > 0 && receipt.output.length > 2;
    const results: DecodedValue[] = answers ? abi.decodeOutput(called.signature, receipt.output) : [];
    return sentReport(session, receipt, abi, { head: callText(called.name, args), input, results, contract: address });
  });
}

const command = {
  name: "send",
  usage,
  taken: ["key", "password-env", "password-file", "abi", "artifact", "data", "value"],
  check: (options: ContractOptions) => {
    requireFunctionOrData(options);
    requireKey(options);
  },
} as const;

/** `chainside send`: one signed transaction from the command line. */
export function runSend(args: readonly string[]): Promise<number> {
  return runContractCommand(command, args, send);
}
