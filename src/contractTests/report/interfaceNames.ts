import { type AbiParameter, readParameters } from "../../chain/abi/abiType";
import { decodeRevert, revertText } from "../../chain/abi/revert";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHex, bytesToHexDigits } from "../../crypto/hex";
import { decodeValues } from "../cheats/abiCode";
import { cheatCodeOf } from "../cheats/cheatTable";
import { valueText } from "../cheats/valueText";
import type { TestProject } from "../testProject";

interface Named {
  readonly name: string;
  readonly inputs: readonly AbiParameter[];
  readonly outputs: readonly AbiParameter[];
}

interface AbiEntry {
  readonly type?: string;
  readonly name?: string;
  readonly inputs?: unknown;
  readonly outputs?: unknown;
}

const utf8 = new TextEncoder();
/** A trace shows so much of a value. */
const longestValue = 200;

const cut = (text: string): string => (text.length > longestValue ? `${text.slice(0, longestValue)}…` : text);

/** Names for selectors and topics, from every ABI of the project. */
export class InterfaceNames {
  readonly #suite: CryptoSuite;
  readonly #functions = new Map<string, Named>();
  readonly #errors = new Map<string, Named>();
  readonly #events = new Map<string, Named>();
  readonly #signatures: ReadonlyMap<string, string>;

  constructor(project: TestProject, suite: CryptoSuite) {
    this.#suite = suite;
    this.#signatures = new Map(project.functionNames);
    for (const { contracts } of project.modules) {
      for (const { abi } of contracts) for (const entry of abi) this.#take(entry as AbiEntry);
    }
  }

  #take({ type, name = "", inputs, outputs }: AbiEntry): void {
    const tables = new Map([
      ["function", this.#functions],
      ["error", this.#errors],
      ["event", this.#events],
    ]);
    const table = tables.get(type ?? "");
    if (!table) return;
    const named: Named = { name, inputs: readParameters(inputs, name), outputs: readParameters(outputs, name) };
    const signature = `${name}(${named.inputs.map((each) => each.type).join(",")})`;
    const hash = bytesToHexDigits(this.#suite.hash(utf8.encode(signature)));
    table.set(type === "event" ? hash : hash.slice(0, 8), named);
  }

  #list(parameters: readonly AbiParameter[], data: Uint8Array, labels: ReadonlyMap<string, string>): string {
    const values = decodeValues(parameters, data);
    return parameters
      .map(({ name, shape }, index) => {
        const value = cut(valueText(shape, values[index] ?? 0n, this.#suite, labels));
        return name ? `${name}: ${value}` : value;
      })
      .join(", ");
  }

  /** `transfer(to: 0x…, amount: 1)` */
  call(data: Uint8Array, labels: ReadonlyMap<string, string>): string {
    if (data.length < 4) return data.length === 0 ? "receive()" : `fallback(${bytesToHex(data)})`;
    const selector = bytesToHexDigits(data.subarray(0, 4));
    const known = this.#functions.get(selector);
    if (!known) return `${this.#signatures.get(selector) ?? `0x${selector}`}${data.length > 4 ? " …" : ""}`;
    try {
      return `${known.name}(${this.#list(known.inputs, data.subarray(4), labels)})`;
    } catch {
      return `${known.name}(${cut(bytesToHex(data.subarray(4)))})`;
    }
  }

  /** What a call of the data gave, decoded where the function is known. */
  answer(data: Uint8Array, output: Uint8Array, labels: ReadonlyMap<string, string>): string {
    if (output.length === 0) return "";
    const known = data.length >= 4 ? this.#functions.get(bytesToHexDigits(data.subarray(0, 4))) : undefined;
    try {
      if (known) return this.#list(known.outputs, output, labels);
    } catch {
      // not what the interface says
    }
    return cut(bytesToHex(output));
  }

  /** `vm.prank(0x…)` */
  cheat(data: Uint8Array, labels: ReadonlyMap<string, string>): string {
    const code = cheatCodeOf(this.#suite, data);
    if (!code) return this.call(data, labels);
    const at = code.signature.indexOf("(");
    const [name, types] = [code.signature.slice(0, at), code.signature.slice(at + 1, -1)];
    try {
      const parameters = readParameters(
        types === "" || types.includes("(") ? [] : types.split(",").map((type) => ({ type })),
        name,
      );
      return `${name}(${this.#list(parameters, data.subarray(4), labels)})`;
    } catch {
      return name;
    }
  }

  event(topics: readonly Uint8Array[], data: Uint8Array, labels: ReadonlyMap<string, string>): string {
    const known = topics[0] && this.#events.get(bytesToHexDigits(topics[0]));
    if (!known) return `log(${topics.map((topic) => bytesToHex(topic)).join(", ")}, ${cut(bytesToHex(data))})`;
    try {
      const plain = known.inputs.filter(({ indexed }) => !indexed);
      const values = decodeValues(plain, data);
      let topic = 1;
      const parts = known.inputs.map((input) => {
        if (!input.indexed) {
          const value = values[plain.indexOf(input)] ?? 0n;
          return `${input.name}: ${cut(valueText(input.shape, value, this.#suite, labels))}`;
        }
        const word = topics[topic++] ?? new Uint8Array(32);
        const isWord = ["integer", "bool", "address"].includes(input.shape.kind);
        const value = isWord ? decodeValues([input], word)[0] : undefined;
        return `${input.name}: ${value === undefined ? bytesToHex(word) : valueText(input.shape, value, this.#suite, labels)}`;
      });
      return `${known.name}(${parts.join(", ")})`;
    } catch {
      return known.name;
    }
  }

  /** What a revert says, in one line; empty when it says nothing. */
  revert(output: Uint8Array, labels: ReadonlyMap<string, string>): string {
    if (output.length === 0) return "";
    const plain = decodeRevert(bytesToHex(output));
    if (plain.kind === "error" || plain.kind === "panic") return revertText(plain) ?? "";
    const known = output.length >= 4 ? this.#errors.get(bytesToHexDigits(output.subarray(0, 4))) : undefined;
    if (!known) return `0x${cut(bytesToHexDigits(output))}`;
    try {
      return `${known.name}(${this.#list(known.inputs, output.subarray(4), labels)})`;
    } catch {
      return known.name;
    }
  }
}
