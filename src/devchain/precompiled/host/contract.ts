import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { type AbiItem, Arguments, decodeArguments, encodeValues } from "./abiBytes";
import type { PrecompiledCall, PrecompiledHost, PrecompiledResult } from "./host";
import { Refusal } from "./refusal";

/** Operations that a built-in contract charges for (docs/protocol/built-in-contracts.md, "Gas"). */
const operationGas = {
  createTable: 16_000,
  openTable: 200,
  select: 200,
  insert: 10_000,
  update: 10_000,
  remove: 2_500,
  set: 3,
  verify: 20_000,
} as const;

type PrecompiledOperation = keyof typeof operationGas;

const wordLength = 32;

/** Adds up operations and the largest memory seen: 3 a word and the square of the words by 512. */
class PrecompiledGas {
  #operations = 0;
  #memory = 0;

  constructor(memory: number) {
    this.#memory = memory;
  }

  operation(name: PrecompiledOperation, times = 1): void {
    this.#operations += operationGas[name] * times;
  }

  /** Sets the memory in bytes, even to less. */
  setMemory(bytes: number): void {
    this.#memory = bytes;
  }

  /** Raises the memory to at least so many bytes. */
  raiseMemory(bytes: number): void {
    this.#memory = Math.max(this.#memory, bytes);
  }

  total(): bigint {
    const words = Math.ceil(this.#memory / wordLength);
    return BigInt(this.#operations + 3 * words + Math.floor((words * words) / 512));
  }
}

/** One call of a function of a built-in contract. */
export interface FunctionContext {
  readonly host: PrecompiledHost;
  readonly call: PrecompiledCall;
  readonly gas: PrecompiledGas;
  /** What stands behind the logic address in the code of an account that names it: a table's path. Empty otherwise. */
  readonly parameter: string;
}

/** Values to encode, or bytes to give back as they are. */
export type FunctionResult = readonly AbiItem[] | Uint8Array;

interface PrecompiledFunction {
  /** Canonical: `mkdir(string)`. */
  readonly signature: string;
  /** Types of its parameters, where the signature names them in words of no ABI. */
  readonly parameters?: string;
  /** Types of the result: `int32,string[]`. */
  readonly returns: string;
  /** First data version that knows it. */
  readonly since?: number;
  run(context: FunctionContext, args: Arguments): FunctionResult | Promise<FunctionResult>;
}

/** A function of a built-in contract. */
export const define = (
  signature: string,
  returns: string,
  run: PrecompiledFunction["run"],
  more: Pick<PrecompiledFunction, "parameters" | "since"> = {},
): PrecompiledFunction => ({ signature, returns, run, ...more });

export interface PrecompiledCode {
  /** As it stands in `<Name> call undefined function!`. */
  readonly name: string;
  readonly functions: readonly PrecompiledFunction[];
  /** Operations and memory cost gas. */
  readonly charges?: boolean;
  /** Refuses callers, before anything else is looked at. */
  requireCaller?(context: FunctionContext): Promise<void>;
  /** Answers a call without any input: a plain transfer of value. */
  receive?(): Uint8Array;
  /** Runs before the function is looked up; a result ends the call. */
  before?(context: FunctionContext, selector: string): Promise<FunctionResult | undefined>;
  /** What a call of no known function does; by default it is refused. */
  otherwise?(context: FunctionContext, selector: string): FunctionResult;
}

const utf8 = new TextEncoder();

/** First four bytes of the hash of the signature, as hex digits. */
export function selectorDigits(suite: CryptoSuite, signature: string): string {
  return bytesToHexDigits(suite.hash(utf8.encode(signature)).subarray(0, 4));
}

const tables = new WeakMap<PrecompiledCode, Map<CryptoSuiteName, Map<string, PrecompiledFunction>>>();

function functionsBySelector(code: PrecompiledCode, suite: CryptoSuite): Map<string, PrecompiledFunction> {
  let bySuite = tables.get(code);
  if (!bySuite) {
    bySuite = new Map();
    tables.set(code, bySuite);
  }
  let found = bySuite.get(suite.name);
  if (!found) {
    found = new Map(code.functions.map((one) => [selectorDigits(suite, one.signature), one]));
    bySuite.set(suite.name, found);
  }
  return found;
}

/** What stands between the brackets of a signature. */
export const parameterTypes = (signature: string): string => signature.slice(signature.indexOf("(") + 1, -1);

/** A call of the function with its arguments, for a message from one built-in contract to another or to a contract. */
export function encodeCall(
  suite: CryptoSuite,
  signature: string,
  values: readonly AbiItem[],
  types = parameterTypes(signature),
): Uint8Array {
  const args = encodeValues(types, values);
  const data = new Uint8Array(4 + args.length);
  data.set(suite.hash(utf8.encode(signature)).subarray(0, 4));
  data.set(args, 4);
  return data;
}

/** `Error(string)` of the words, as a refusal leaves it in the output. The words are a byte string. */
export function encodeError(suite: CryptoSuite, words: string): Uint8Array {
  return encodeCall(suite, "Error(string)", [words]);
}

async function runFunction(code: PrecompiledCode, context: FunctionContext): Promise<Uint8Array> {
  const { host, call } = context;
  await code.requireCaller?.(context);
  if (call.input.length === 0 && code.receive) return code.receive();
  if (call.input.length < 4) throw new Refusal("Empty param data in precompiled call");
  const selector = bytesToHexDigits(call.input.subarray(0, 4));
  const early = await code.before?.(context, selector);
  if (early instanceof Uint8Array) return early;
  const found = functionsBySelector(code, host.suite).get(selector);
  if (early && found) return encodeValues(found.returns, early);
  if (early) return encodeValues("int32", early);
  if (!found || host.block.version < (found.since ?? 0)) {
    if (!code.otherwise) throw new Refusal(`${code.name} call undefined function!`);
    const result = code.otherwise(context, selector);
    return result instanceof Uint8Array ? result : encodeValues("int32,bool", result);
  }
  const args = new Arguments(
    decodeArguments(found.parameters ?? parameterTypes(found.signature), call.input.subarray(4)),
  );
  const result = await found.run(context, args);
  return result instanceof Uint8Array ? result : encodeValues(found.returns, result);
}

/** Runs one call of a built-in contract. Changes of a refused call are the host's to undo. */
export async function runContract(
  code: PrecompiledCode,
  host: PrecompiledHost,
  call: PrecompiledCall,
  parameter: string,
  memory: number,
): Promise<PrecompiledResult> {
  const gas = new PrecompiledGas(memory);
  try {
    const output = await runFunction(code, { host, call, gas, parameter });
    gas.raiseMemory(output.length);
    return { status: 0, output, gasUsed: code.charges ? gas.total() : 0n };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, output: encodeError(host.suite, error.message), gasUsed: 0n };
  }
}

/** A return code as a result. */
export const code = (value: number): readonly AbiItem[] => [BigInt(value)];
