import { bytesToHex, type Hex, hexToBytes, isHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { type JsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import { type AbiValue, type DecodedValue, decodeParameters } from "./abiDecoder";
import { type AbiParameter, isHashedInTopic, isLibraryFunction, readParameters, signatureOf } from "./abiType";
import { readArgument } from "./abiValue";
import { writeParameters } from "./abiWriter";
import { withSource } from "./namedValue";
import { type DecodedRevert, decodeRevert } from "./revert";
import { canonicalSignature, selectorOf, signatureHash } from "./selector";

type StateMutability = "pure" | "view" | "nonpayable" | "payable";

export interface AbiFunction {
  readonly name: string;
  /** Canonical: `transfer(address,uint256)`. */
  readonly signature: string;
  /** Under the suite of the chain. */
  readonly selector: Hex;
  readonly inputs: readonly AbiParameter[];
  readonly outputs: readonly AbiParameter[];
  readonly stateMutability: StateMutability;
  /** What the source says of it (`@notice`, `@dev`), where that is known. */
  readonly doc?: string;
}

export interface AbiEvent {
  readonly name: string;
  readonly signature: string;
  /** Hash of the signature; an anonymous event does not carry it. */
  readonly topic: Hex;
  readonly anonymous: boolean;
  readonly inputs: readonly AbiParameter[];
  /** As a function's. */
  readonly doc?: string;
}

export interface AbiError {
  readonly name: string;
  readonly signature: string;
  readonly selector: Hex;
  readonly inputs: readonly AbiParameter[];
  /** As a function's. */
  readonly doc?: string;
}

export interface DecodedCall {
  readonly name: string;
  readonly signature: string;
  readonly arguments: readonly DecodedValue[];
}

interface DecodedEventValue extends DecodedValue {
  readonly indexed: boolean;
  /** The value is the hash of the argument: an indexed text, list or struct is not in the log. */
  readonly hashed: boolean;
}

export interface DecodedEvent {
  readonly name: string;
  readonly signature: string;
  readonly anonymous: boolean;
  readonly arguments: readonly DecodedEventValue[];
}

/** Arguments in order, or by parameter name. */
export type AbiArguments = readonly unknown[] | Readonly<Record<string, unknown>>;

/**
 * A contract's ABI under one crypto suite: encodes what people type, decodes what nodes answer, as plain JSON with names.
 * Nothing here talks to a node. What a contract says is understood under either suite, as an SM chain runs code of standard compilers
 * too; what is said to it is under this one: `interfaceOfCode` chooses it. Facts: docs/protocol/abi.md.
 */
export interface ContractInterface {
  readonly suite: CryptoSuiteName;
  readonly functions: readonly AbiFunction[];
  readonly events: readonly AbiEvent[];
  readonly errors: readonly AbiError[];
  /** Parameters of the constructor; empty when it has none. */
  readonly constructorInputs: readonly AbiParameter[];
  /** What the source says of the constructor, where that is known. */
  readonly constructorDoc?: string | undefined;
  /** It takes calls of functions that it doesn't have, as proxies do. */
  readonly hasFallback: boolean;
  /**
   * A function by name, by signature or by selector.
   * @param args where they are given, an overloaded name is resolved by their number where that decides
   * @throws ChainError kind `usage`, code `unknownFunction` or `ambiguousFunction` (naming the overloads).
   */
  getFunction(asked: string, args?: AbiArguments): AbiFunction;
  /**
   * Call data. An overloaded name is resolved by the number of arguments where that decides.
   * @throws ChainError kind `usage` naming the function or the argument.
   */
  encodeCall(asked: string, args?: AbiArguments): Hex;
  /** Creation code with the constructor's arguments behind it. */
  encodeDeploy(bytecode: string, args?: AbiArguments): Hex;
  /** What call data asks for; undefined where it is a call of no function here: any data may be sent. Never throws. */
  decodeCall(data: Hex): DecodedCall | undefined;
  /** @throws ChainError kind `decode` when the output is not what the function returns. */
  decodeOutput(asked: string, output: Hex): DecodedValue[];
  /**
   * Result data of a function.
   * @public what stands in for a node in tests answers by it
   */
  encodeOutput(asked: string, values: AbiArguments): Hex;
  /** The event of a log; undefined when none of this contract fits. An anonymous event is tried last. */
  decodeEvent(log: { readonly topics: readonly string[]; readonly data: string }): DecodedEvent | undefined;
  /** Reason of a failed execution, this contract's own errors included. Never throws. */
  decodeRevert(output: Hex): DecodedRevert;
}

/** The code of a contract has no room for more functions by far. */
const maxEntries = 20_000;

/** The entries of an ABI, as they stand in it. @throws ChainError usage `abiNotJson`, `abiNotList`, `tooManyValues` and the like */
export function parseAbi(source: string | readonly unknown[]): readonly unknown[] {
  let json: unknown = source;
  if (typeof source === "string") {
    try {
      json = parseBoundedJson(source, jsonLimits.plain);
    } catch (cause) {
      if (cause instanceof OutOfBounds) throw clientError(cause.excess, cause.details, { cause });
      throw clientError("abiNotJson", {}, { cause });
    }
  }
  if (!Array.isArray(json)) throw clientError("abiNotList");
  if (json.length > maxEntries) throw clientError("tooManyValues", { max: maxEntries });
  return json;
}

function mutability(entry: JsonObject): StateMutability {
  const stated = entry["stateMutability"];
  if (stated === "pure" || stated === "view" || stated === "nonpayable" || stated === "payable") return stated;
  if (entry["constant"] === true) return "view";
  return entry["payable"] === true ? "payable" : "nonpayable";
}

class SuiteInterface implements ContractInterface {
  readonly suite: CryptoSuiteName;
  readonly functions: AbiFunction[] = [];
  readonly events: AbiEvent[] = [];
  readonly errors: AbiError[] = [];
  readonly constructorInputs: readonly AbiParameter[] = [];
  readonly hasFallback: boolean = false;
  readonly constructorDoc: string | undefined;
  readonly #bySelector = new Map<string, AbiFunction>();
  readonly #source: readonly unknown[];
  #other: SuiteInterface | undefined;

  constructor(
    source: readonly unknown[],
    suite: CryptoSuite,
    private readonly isPart = false,
  ) {
    this.suite = suite.name;
    this.#source = source;
    const found: Omit<AbiFunction, "signature" | "selector">[] = [];
    for (const [index, entry] of source.entries()) {
      if (typeof entry !== "object" || entry === null) throw clientError("abiBadEntry", { where: `[${index}]` });
      const json = entry as JsonObject;
      const type = json["type"] ?? "function";
      const name = typeof json["name"] === "string" ? json["name"] : "";
      const where = `${name || String(type)}`;
      if (type === "constructor") {
        this.constructorInputs = readParameters(json["inputs"], where);
        this.constructorDoc = typeof json["doc"] === "string" ? json["doc"] : undefined;
        continue;
      }
      if (type === "fallback") this.hasFallback = true;
      if (type !== "function" && type !== "event" && type !== "error") continue;
      if (name === "") throw clientError("abiBadEntry", { where: `[${index}]` });
      const inputs = readParameters(json["inputs"], where);
      const doc = typeof json["doc"] === "string" ? { doc: json["doc"] } : {};
      if (type === "function") {
        const outputs = readParameters(json["outputs"], `${where} outputs`);
        found.push({ name, inputs, outputs, stateMutability: mutability(json), ...doc });
        continue;
      }
      const signature = signatureOf(name, inputs, false);
      if (type === "event") {
        const topic = signatureHash(suite, signature);
        this.events.push({ name, signature, topic, anonymous: json["anonymous"] === true, inputs, ...doc });
      } else {
        this.errors.push({ name, signature, selector: selectorOf(suite, signature), inputs, ...doc });
      }
    }
    const ofLibrary = found.some(({ inputs, outputs }) => isLibraryFunction(...inputs, ...outputs));
    for (const { name, inputs, ...rest } of found) {
      const signature = signatureOf(name, inputs, ofLibrary);
      const selector = selectorOf(suite, signature);
      const item: AbiFunction = { name, signature, selector, inputs, ...rest };
      this.functions.push(item);
      this.#bySelector.set(selector, item);
    }
  }

  getFunction(asked: string, args?: AbiArguments): AbiFunction {
    return this.#find(asked, args);
  }

  encodeCall(asked: string, args: AbiArguments = []): Hex {
    const found = this.#find(asked, args);
    return `${found.selector}${encodeValues(found.signature, found.inputs, args).slice(2)}`;
  }

  encodeDeploy(bytecode: string, args: AbiArguments = []): Hex {
    const code = bytecode.trim().replace(/^0x/i, "");
    if (code === "" || code.length % 2 !== 0 || !isHexDigits(code)) {
      throw clientError(/__[$\w]+__/.test(code) ? "bytecodeUnlinked" : "bytecodeNotHex");
    }
    return `0x${code.toLowerCase()}${encodeValues("constructor", this.constructorInputs, args).slice(2)}`;
  }

  decodeCall(data: Hex): DecodedCall | undefined {
    const selector = data.slice(0, 10).toLowerCase();
    const found =
      this.#bySelector.get(selector) ?? this.#otherSuite().functions.find((item) => item.selector === selector);
    if (!found) return undefined;
    try {
      const values = decodeValues(found.signature, found.inputs, `0x${data.slice(10)}`);
      return { name: found.name, signature: found.signature, arguments: values };
    } catch {
      return undefined;
    }
  }

  decodeOutput(asked: string, output: Hex): DecodedValue[] {
    const found = this.#find(asked, undefined);
    if (found.outputs.length > 0 && output.length <= 2) {
      throw clientError("abiEmptyAnswer", { what: found.signature });
    }
    return decodeValues(found.signature, found.outputs, output);
  }

  encodeOutput(asked: string, values: AbiArguments): Hex {
    const found = this.#find(asked, undefined);
    return encodeValues(found.signature, found.outputs, values);
  }

  decodeEvent(log: { readonly topics: readonly string[]; readonly data: string }): DecodedEvent | undefined {
    const topics = log.topics.map((topic) => `0x${topic.replace(/^0x/i, "").toLowerCase()}` as Hex);
    const fits = (event: AbiEvent, offset: number): boolean =>
      event.inputs.filter((input) => input.indexed).length === topics.length - offset;
    const namedIn = (events: readonly AbiEvent[]): AbiEvent[] =>
      events.filter((event) => !event.anonymous && event.topic === topics[0] && fits(event, 1));
    const own = namedIn(this.events);
    const named = own.length > 0 ? own : namedIn(this.#otherSuite().events);
    const anonymous = this.events.filter((event) => event.anonymous && fits(event, 0));
    for (const event of [...named, ...anonymous]) {
      try {
        return readEvent(event, event.anonymous ? topics : topics.slice(1), log.data);
      } catch {
        // Not this one: another event may have the same number of topics.
      }
    }
    return undefined;
  }

  decodeRevert(output: Hex): DecodedRevert {
    const selector = output.slice(0, 10).toLowerCase();
    const isIt = (error: AbiError): boolean => error.selector === selector;
    const own = output.length < 10 ? undefined : (this.errors.find(isIt) ?? this.#otherSuite().errors.find(isIt));
    if (own) {
      try {
        const values = decodeValues(own.signature, own.inputs, `0x${output.slice(10)}`);
        return { kind: "custom", name: own.name, signature: own.signature, arguments: values };
      } catch {
        return { kind: "unknown", selector: own.selector, data: output };
      }
    }
    return decodeRevert(output);
  }

  /** The same ABI under the other suite: an SM chain runs code of standard compilers as well. */
  #otherSuite(): SuiteInterface {
    this.#other ??= new SuiteInterface(this.#source, cryptoSuite(this.suite === "sm" ? "standard" : "sm"));
    return this.#other;
  }

  #find(asked: string, args: AbiArguments | undefined): AbiFunction {
    const named = functionsNamed(this, asked);
    const [only, ...others] = functionsTaking(named, args);
    if (only && others.length === 0) return only;
    const candidates = (named.length > 0 ? named : this.functions).map((item) => item.signature);
    const unknown = this.isPart ? "unknownFunctionOfProxy" : "unknownFunction";
    throw clientError(named.length > 0 ? "ambiguousFunction" : unknown, { function: asked, candidates });
  }
}

/** The functions that are meant by a name, by a signature as people write it, or by a selector. */
export function functionsNamed({ functions }: Pick<ContractInterface, "functions">, asked: string): AbiFunction[] {
  const wanted = asked.trim();
  const found = /^0x[0-9a-fA-F]{8}$/.test(wanted)
    ? functions.filter(({ selector }) => selector === wanted.toLowerCase())
    : [];
  if (found.length > 0) return found;
  const signature = wanted.includes("(") ? canonicalSignature(wanted) : undefined;
  return functions.filter((item) => (signature ? item.signature === signature : item.name === wanted));
}

/** Of several functions those that take so many arguments, or arguments of these names; undefined: the arguments aren't known. */
export const functionsTaking = (
  named: readonly AbiFunction[],
  args: AbiArguments | undefined,
): readonly AbiFunction[] =>
  args === undefined || named.length < 2 ? named : named.filter((item) => takes(item, args));

function takes({ inputs }: AbiFunction, args: AbiArguments): boolean {
  if (Array.isArray(args)) return args.length === inputs.length;
  const names = Object.keys(args);
  return names.length === inputs.length && inputs.every((input) => names.includes(input.name));
}

/** Too many values or too few: says which are wanted. */
export function wrongCount(signature: string, parameters: readonly AbiParameter[], given: number): ChainError {
  const wanted = parameters.map(({ name, type }) => (name ? `${type} ${name}` : type)).join(", ");
  return clientError("argumentCount", { signature, given, wanted: parameters.length, parameters: `(${wanted})` });
}

/**
 * The values of a list or of an object with the parameters' names, in order.
 * @throws ChainError usage `argumentCount`, `argumentMissing`
 */
export function inOrder(
  signature: string,
  parameters: readonly AbiParameter[],
  args: AbiArguments,
): readonly unknown[] {
  const given = Array.isArray(args) ? args.length : Object.keys(args).length;
  if (given !== parameters.length) throw wrongCount(signature, parameters, given);
  if (Array.isArray(args)) return args;
  const record = args as Readonly<Record<string, unknown>>;
  return parameters.map(({ name, type }) => {
    if (Object.hasOwn(record, name)) return record[name];
    throw clientError("argumentMissing", {
      argument: name,
      type,
      members: parameters.map((other) => other.name),
    });
  });
}

function encodeValues(signature: string, parameters: readonly AbiParameter[], args: AbiArguments): Hex {
  const values = inOrder(signature, parameters, args);
  const read = parameters.map((parameter, index) => readArgument(parameter, values[index], index));
  return bytesToHex(writeParameters(parameters, read));
}

function decodeValues(what: string, parameters: readonly AbiParameter[], data: Hex): DecodedValue[] {
  try {
    const values = decodeParameters(parameters, hexToBytes(data));
    return parameters.map((parameter, index) => {
      const { name, type } = parameter;
      return withSource({ name, type, value: values[index] ?? "" }, parameter);
    });
  } catch (cause) {
    throw clientError("abiMismatch", { what }, { cause });
  }
}

function readEvent(event: AbiEvent, topics: readonly Hex[], data: string): DecodedEvent {
  const inData = event.inputs.filter((input) => !input.indexed);
  const body = decodeValues(event.signature, inData, (data === "" ? "0x" : data) as Hex);
  const bodyValues = body[Symbol.iterator]();
  const topicValues = topics[Symbol.iterator]();
  const values = event.inputs.map((input): DecodedEventValue => {
    const { name, type, indexed, shape } = input;
    const valued = (value: AbiValue, hashed: boolean): DecodedEventValue =>
      withSource({ name, type, indexed, hashed, value }, input);
    if (!indexed) return valued(bodyValues.next().value?.value ?? "", false);
    const topic: Hex = topicValues.next().value ?? "0x";
    if (isHashedInTopic(shape)) return valued(topic, true);
    const [decoded] = decodeValues(event.signature, [input], topic);
    return valued(decoded?.value ?? "", false);
  });
  return { name: event.name, signature: event.signature, anonymous: event.anonymous, arguments: values };
}

/**
 * Reads an ABI: the compiler's JSON text or its parsed list. Members that compilers add (`conflictFields`, `selector`,
 * `methodSignatureAsString` of the official builds) are left alone.
 * @throws ChainError kind `usage`, code `abi…`.
 */
export function contractInterface(
  abiJson: string | readonly unknown[],
  suite: CryptoSuite,
  isPart = false,
): ContractInterface {
  return new SuiteInterface(parseAbi(abiJson), suite, isPart);
}
