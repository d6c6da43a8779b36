import { contractInterface } from "../chain/abi/contractInterface";
import type { DecodedValue } from "../chain/abi/revert";
import { callText } from "../chain/abi/valueText";
import { parseAmount } from "../chain/services/balance/amount";
import { requireSuccess } from "../chain/services/contract/requireSuccess";
import { parseCallData } from "../chain/transaction/callData";
import { transact } from "../chain/transaction/transact";
import { t, text } from "../text/catalogue";
import { contractOf, knownContractOf, signerOf, withSession } from "./contract/contractGround";
import {
  abiUsage,
  type ContractOptions,
  callForm,
  contractUsage,
  keyUsage,
  parseContractOptions,
} from "./contract/contractOptions";
import { runContractCommand, type Said } from "./contract/runContractCommand";
import { sentReport } from "./contract/sentReport";
import type { Usage } from "./usageText";

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

const taken = ["key", "password-env", "password-file", "abi", "artifact", "data", "value"] as const;

function parse(args: readonly string[]): ContractOptions | string {
  const options = parseContractOptions(args, taken);
  if (typeof options === "string") return options;
  const { words, data, keyFile } = options;
  if (words.length === 0) return t("specify the contract, as an address or a BFS path");
  if (data === undefined && words.length < 2) return t("specify the function, or the call data with --data");
  if (data !== undefined && words.length > 1) return t("--data replaces the function and its arguments");
  if (keyFile === undefined) return t("specify the account's key file with --key");
  return options;
}

function send(options: ContractOptions): Promise<Said> {
  const [target = "", name = "", ...args] = options.words;
  const { keyFile = "", data } = options;
  return withSession(options, async (session) => {
    const amount = parseAmount(options.value ?? "0");
    const value = amount > 0n ? { value: amount } : {};
    if (data !== undefined) {
      const { address, abi = contractInterface([], session.suite) } = await contractOf(session, target, options);
      const signer = await signerOf(session, { ...options, keyFile });
      const receipt = await transact(
        session,
        signer,
        { to: address, data: parseCallData(data), ...value },
        options.sending,
      );
      await requireSuccess(receipt, abi);
      return sentReport(receipt, abi, { head: target, results: [], contract: address });
    }
    const { address, abi } = await knownContractOf(session, target, options);
    const called = abi.getFunction(name);
    const input = abi.encodeCall(called.signature, args);
    const signer = await signerOf(session, { ...options, keyFile });
    const receipt = await transact(session, signer, { to: address, data: input, ...value }, options.sending);
    await requireSuccess(receipt, abi);
    const answers = called.outputs.length > 0 && receipt.output.length > 2;
    const results: DecodedValue[] = answers ? abi.decodeOutput(called.signature, receipt.output) : [];
    return sentReport(receipt, abi, { head: callText(called.name, args), results, contract: address });
  });
}

/** `chainside send`: one signed transaction from the command line. */
export function runSend(args: readonly string[]): Promise<number> {
  return runContractCommand({ name: "send", usage, options: parse(args), run: send });
}
