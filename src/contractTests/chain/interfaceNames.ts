import { type AbiParameter, readParameters, signatureOf } from "../../chain/abi/abiType";
import { decodeRevert, revertText } from "../../chain/abi/revert";
import { parametersOf } from "../../chain/abi/typeList";
import { bytesToHex, bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { parameterTypes } from "../../devchain/precompiled/host/contract";
import { ambiguousText, revertMessage } from "../../errors/revertText";
import { hashedSignature } from "../../solidity/artifact/contractName";
import { say } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
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
const maxValueLength = 200;

const cut = (text: string): string => shortened(text, maxValueLength);

/** Undefined for what has unreadable types: it stays without a name, and stops nothing. */
function namedOf(name: string, inputs: unknown, outputs: unknown): Named | undefined {
  try {
    return { name, inputs: readParameters(inputs, name), outputs: readParameters(outputs, name) };
  } catch {
    return undefined;
  }
}

/** Names for selectors and topics, from every ABI of the project. */
export class InterfaceNames {
  readonly #suite: CryptoSuite;
  readonly #functions = new Map<string, Named>();
  /** By selector; of the errors that have the same, each signature once. */
  readonly #errors = new Map<string, Map<string, Named>>();
  readonly #signatures: ReadonlyMap<string, string>;

  constructor(project: TestProject, suite: CryptoSuite) {
    this.#suite = suite;
    this.#signatures = new Map(project.functionNames);
    for (const { contracts } of project.modules) {
      for (const { abi, methodIdentifiers } of contracts)
        for (const entry of abi) this.#take(entry as AbiEntry, methodIdentifiers);
    }
  }

  #take({ type, name = "", inputs, outputs }: AbiEntry, methods: Readonly<Record<string, string>>): void {
    if (type !== "function" && type !== "error") return;
    const named = namedOf(name, inputs, outputs);
    if (!named) return;
    const signature =
      type === "function" ? hashedSignature(name, named.inputs, methods) : signatureOf(name, named.inputs, false);
    const hash = bytesToHexDigits(this.#suite.hash(utf8.encode(signature)));
    if (type === "function") this.#functions.set(hash.slice(0, 8), named);
    else {
      const known = this.#errors.get(hash.slice(0, 8)) ?? new Map<string, Named>();
      this.#errors.set(hash.slice(0, 8), known.set(signature, named));
    }
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
    const { signature } = code;
    const name = signature.slice(0, signature.indexOf("("));
    try {
      return `${name}(${this.#list(parametersOf(parameterTypes(signature)), data.subarray(4), labels)})`;
    } catch {
      return name;
    }
  }

  /** What a revert says, in one line; empty when it says nothing. */
  revert(output: Uint8Array, labels: ReadonlyMap<string, string>): string {
    if (output.length === 0) return "";
    const plain = decodeRevert(bytesToHex(output));
    if (plain.kind === "error" || plain.kind === "panic") return revertMessage(revertText(plain) ?? "");
    const known = output.length >= 4 ? this.#errors.get(bytesToHexDigits(output.subarray(0, 4))) : undefined;
    if (!known) return `0x${cut(bytesToHexDigits(output))}`;
    const texts = [...known.values()].map(({ name, inputs }) => {
      try {
        return `${name}(${this.#list(inputs, output.subarray(4), labels)})`;
      } catch {
        return name;
      }
    });
    const selector = `0x${bytesToHexDigits(output.subarray(0, 4))}`;
    return texts.length > 1 ? say(ambiguousText(texts, selector)) : (texts[0] ?? "");
  }
}
