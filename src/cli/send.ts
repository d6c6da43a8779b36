import { contractInterface } from "../chain/abi/contractInterface";
import type { DecodedValue } from "../chain/abi/revert";
import { callText } from "../chain/abi/valueText";
import { parseAmount } from "../chain/services/balance/amount";
import { requireSuccess } from "../chain/services/contract/requireSuccess";
import { parseCallData } from "../chain/transaction/callData";
import { transact } from "../chain/transaction/transact";
import { contractOf, knownContractOf, signerOf, withSession } from "./contract/contractGround";
import { type ContractOptions, contractUsage, keyUsage, parseContractOptions } from "./contract/contractOptions";
import { runContractCommand, type Said } from "./contract/runContractCommand";
import { sentReport } from "./contract/sentReport";

const usage = `usage: chainside send TARGET FUNCTION [ARGUMENT…] --key FILE [options]
       chainside send TARGET --data HEX --key FILE [options]

Signs a transaction that calls a function, sends it and waits until it is in a block. TARGET is an address or a BFS path such as
/apps/Hello. The function is a name, or a signature where a name has several: 'find(uint64)'. Lists are [1, 2], structs {x: 1}. Write
-- before words that begin with a dash and no digit.

${keyUsage}
  --abi FILE           ABI of the contract (default: what the chain keeps)
  --artifact FILE      the compiled contract, for its ABI
  --data HEX           call data instead of function and arguments
  --value AMOUNT       amount to send along: wei, or with a unit: '1.5 ether'
${contractUsage}

Exit code: 0 the transaction succeeded, 1 it failed, 2 wrong command line.`;

const taken = ["key", "password-env", "password-file", "abi", "artifact", "data", "value"] as const;

function parse(args: readonly string[]): ContractOptions | string {
  const options = parseContractOptions(args, taken);
  if (typeof options === "string") return options;
  const { words, data, keyFile } = options;
  if (words.length === 0) return "name the contract: an address or a BFS path";
  if (data === undefined && words.length < 2) return "name the function, or give the call data with --data";
  if (data !== undefined && words.length > 1) return "--data takes the place of function and arguments";
  if (keyFile === undefined) return "name the account's key file with --key";
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
