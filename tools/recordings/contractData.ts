import { type ContractInterface, contractInterface } from "../../src/chain/abi/contractInterface";
import { precompiledContracts, precompiledInterface } from "../../src/chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../src/chain/abi/precompiledNames";
import type { Hex } from "../../src/crypto/bytes/hex";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { smSuite, standardSuite } from "../../src/crypto/suites";
import { isObject, type Json, type Outcome, textOf } from "./exchange";
import type { Tally } from "./tally";

/** Values in one spelling: numbers as text, hex in lower case. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
  if (isObject(value)) return `[${Object.values(value).map(plain).join(",")}]`;
  const text = String(value);
  return /^0x[0-9a-f]*$/i.test(text) ? text.toLowerCase() : text;
}

/** Reads inputs, outputs, revert data and events by the ABIs that are known: the recording's own contract and the built-in ones. */
export class ContractReader {
  readonly #interfaces: ContractInterface[];
  readonly #hasOwn: boolean;
  readonly #atAddress = new Map<string, ContractInterface>();

  constructor(suite: CryptoSuite, ownAbis: readonly (readonly unknown[])[]) {
    const names = Object.keys(precompiledContracts) as PrecompiledName[];
    for (const name of names) {
      const { address } = precompiledContracts[name] as { address?: string };
      if (address) this.#atAddress.set(address, precompiledInterface(name, suite));
    }
    this.#hasOwn = ownAbis.length > 0;
    this.#interfaces = [
      ...ownAbis.flatMap((abi) => this.#underBoth(abi, suite)),
      ...names.map((name) => precompiledInterface(name, suite)),
    ];
  }

  /** An ordinary compiler writes keccak selectors and topics into a contract, also when it is deployed on an SM chain. */
  #underBoth(abi: readonly unknown[], suite: CryptoSuite): ContractInterface[] {
    return [suite, suite === smSuite ? standardSuite : smSuite].map((each) => contractInterface(abi, each));
  }

  /** The interface that knows the function called. */
  #knowing(to: string, input: string): ContractInterface | undefined {
    const precompiled = this.#atAddress.get(to.toLowerCase());
    const knows = (one: ContractInterface): boolean =>
      one.functions.some(({ selector }) => selector === input.slice(0, 10));
    if (precompiled && knows(precompiled)) return precompiled;
    return precompiled ? undefined : this.#interfaces.find(knows);
  }

  #output(to: string, input: string, status: unknown, output: Hex): string | undefined {
    const known = this.#knowing(to, input);
    if (status !== 0) {
      const echo = output === input; // what a node of executor version 1 answers for a frozen or abolished contract
      if (output === "0x" || echo) return undefined;
      const readers = [...(known ? [known] : []), ...this.#interfaces];
      return readers.every((reader) => reader.decodeRevert(output).kind === "unknown")
        ? `revert data ${output.slice(0, 74)}`
        : undefined;
    }
    if (!known) return undefined;
    try {
      known.decodeOutput(input.slice(0, 10), output);
      return undefined;
    } catch (error) {
      return `output of ${to} ${input.slice(0, 10)}: ${String(error)}`;
    }
  }

  /** Whether the call data says what the record says was asked for. */
  checkCall(record: Json, tally: Tally): void {
    const sign = isObject(record["sign"]) ? record["sign"] : {};
    const reported = isObject(record["decoded"]) ? record["decoded"] : sign["decoded"];
    const data = textOf(sign["data"]).toLowerCase();
    if (!isObject(reported) || data === "") return;
    const call = this.#knowing(textOf(sign["to"]), data)?.decodeCall(data as Hex);
    const wanted = plain(reported["args"]);
    const found = plain(call?.arguments.map(({ value }) => value));
    const asked = textOf(reported["function"]);
    const same = (call?.name === asked || call?.signature === asked) && wanted === found;
    tally.add(
      "(call data)",
      same ? undefined : `${textOf(record["name"])}: ${call?.signature} ${found} for ${asked} ${wanted}`,
    );
  }

  #event(log: Json): string | undefined {
    const entry = { topics: log["topics"] as string[], data: textOf(log["data"]) };
    if (this.#interfaces.some((one) => one.decodeEvent(entry))) return undefined;
    return `event ${entry.topics[0] ?? "without topic"} of ${textOf(log["address"])}`;
  }

  /** Counts what the answers of `call`, `sendTransaction` and `getTransactionReceipt` hold. */
  check(result: Outcome, tally: Tally): void {
    const { method, params, value } = result;
    if (!isObject(value)) return;
    if (method === "call" && textOf(params[2]) !== "") {
      const input = `0x${textOf(params[3]).toLowerCase().replace(/^0x/, "")}`;
      const problem = this.#output(textOf(params[2]), input, value["status"], value["output"] as Hex);
      tally.add("(call output)", problem && `${result.name}: ${problem}`);
    }
    if (method !== "sendTransaction" && method !== "getTransactionReceipt") return;
    const to = textOf(value["to"]);
    if (to !== "") {
      const problem = this.#output(to, textOf(value["input"]), value["status"], value["output"] as Hex);
      tally.add("(receipt output)", problem && `${result.name}: ${problem}`);
    }
    if (!this.#hasOwn) return; // nothing says what the contracts of this recording are
    for (const log of (value["logEntries"] as Json[]) ?? []) {
      const problem = this.#event(log);
      tally.add("(event)", problem && `${result.name}: ${problem}`);
    }
  }
}
