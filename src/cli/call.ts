import { valuesText } from "../chain/abi/valueText";
import { readFunction } from "../chain/services/contract/readFunction";
import { knownContractOf, signerOf, withSession } from "./contract/contractGround";
import { type ContractOptions, contractUsage, keyUsage, parseContractOptions } from "./contract/contractOptions";
import { runContractCommand, type Said } from "./contract/runContractCommand";

const usage = `usage: chainside call TARGET FUNCTION [ARGUMENT…] [options]

Runs a function on the newest state and prints what it answers; nothing changes and nothing is sent. TARGET is an address or a BFS path
such as /apps/Hello. The function is a name, or a signature where a name has several: 'find(uint64)'. Lists are [1, 2], structs {x: 1}.
Write -- before words that begin with a dash.

  --abi FILE           ABI of the contract (default: what the chain keeps)
  --artifact FILE      the compiled contract, for its ABI
${contractUsage}
The function sees this account as its caller, where one is given:
${keyUsage}

Exit code: 0 an answer, 1 an error, 2 wrong command line.`;

function parse(args: readonly string[]): ContractOptions | string {
  const options = parseContractOptions(args, ["key", "password-env", "password-file", "abi", "artifact"]);
  if (typeof options === "string") return options;
  return options.words.length < 2 ? "name the contract and the function" : options;
}

function call(options: ContractOptions): Promise<Said> {
  const [target = "", name = "", ...args] = options.words;
  const { keyFile } = options;
  return withSession(options, async (session) => {
    const contract = await knownContractOf(session, target, options);
    const called = contract.abi.getFunction(name);
    const caller = keyFile === undefined ? undefined : await signerOf(session, { ...options, keyFile });
    const { values, blockNumber } = await readFunction(session, contract, called, args, caller);
    const [only, ...others] = values;
    // One text alone comes as it is, so that a script need not take it apart.
    const plain = only !== undefined && others.length === 0 && typeof only.value === "string";
    return {
      lines: plain ? [String(only.value)] : values.map((each) => valuesText([each])),
      json: { blockNumber, values },
    };
  });
}

/** `chainside call`: what a function answers, from the command line. */
export function runCall(args: readonly string[]): Promise<number> {
  return runContractCommand({ name: "call", usage, options: parse(args), run: call });
}
