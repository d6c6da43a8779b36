import { types } from "node:util";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { mebibyte } from "../../text/limits/sizes";
import { type HostCalls, runGuest } from "./guest";
import { asmWithSm3, sm3At, sm3Into } from "./patchAsm";
import { withSm3 } from "./patchHash";
import { WasmFormatError } from "./wasmReading";

/** What a compiler built by Emscripten offers of itself. */
interface EmscriptenModule {
  readonly _malloc: (length: number) => number;
  readonly _free: (pointer: number) => void;
  readonly lengthBytesUTF8: (text: string) => number;
  readonly stringToUTF8: (text: string, pointer: number, length: number) => void;
  readonly UTF8ToString?: (pointer: number) => string;
  /** What it is called in the oldest. */
  readonly Pointer_stringify?: (pointer: number) => string;
  readonly _solidity_compile?: (input: number, callback: number, context: number) => number;
  readonly _compileStandard?: (input: number, callback: number) => number;
  readonly _solidity_version?: () => number;
  readonly _version?: () => number;
  readonly _solidity_reset?: () => void;
}

/** A loaded compiler. */
export interface SolcProgram {
  /** `0.8.26+commit.8a97fa7a`. */
  readonly longVersion: string;
  /** Standard JSON in, standard JSON out. */
  readonly compile: (input: string) => string;
}

/** Why code for SM chains cannot be had from a compiler. */
export class NotForSmError extends Error {
  override readonly name = "NotForSmError";
}

const utf8 = new TextDecoder();

/**
 * Loads a compiler into this process, which should be there for nothing else: compilers never give memory back.
 * @param soljson its program, UTF-8
 * @param memoryMiB most memory that a WebAssembly compiler may take
 * @throws NotForSmError where the hash cannot be changed; an error, maybe of the compiler's realm, for a file that is no compiler.
 */
export function loadSolc(soljson: Uint8Array, suite: CryptoSuiteName, memoryMiB: number): SolcProgram {
  let text = utf8.decode(soljson);
  let patched = 0;
  let solc: EmscriptenModule;
  try {
    if (suite === "sm" && !text.includes("WebAssembly")) {
      text = asmWithSm3(text);
      patched++;
    }
    const hostCalls: HostCalls = {
      decode: (bytes) => utf8.decode(bytes),
      fromBase64: (base64) => Buffer.from(base64, "base64").toString("latin1"),
      program: (bytes) => {
        if (suite !== "sm") return undefined;
        patched++;
        return withSm3(Uint8Array.from(bytes));
      },
      hashAt: sm3At,
      hashInto: sm3Into,
    };
    solc = runGuest("soljson.js", text, hostCalls, memoryMiB * mebibyte) as EmscriptenModule;
  } catch (error) {
    if (error instanceof WasmFormatError) throw new NotForSmError(error.message);
    if (suite === "sm" && patched > 0)
      throw new NotForSmError(types.isNativeError(error) ? error.message : "it failed");
    throw error;
  }
  if (suite === "sm" && patched !== 1) {
    throw new NotForSmError(patched === 0 ? "its program was not found" : "it consists of several programs");
  }
  const version = solc?._solidity_version ?? solc?._version;
  if (!version || !(solc._solidity_compile ?? solc._compileStandard))
    throw new Error("the file is no Solidity compiler");
  // 0.8.26+commit.8a97fa7a.Emscripten.clang
  const longVersion = (textAt(solc, version()).split(".Emscripten")[0] ?? "").replace(".mod.", ".");
  return { longVersion, compile: (input) => compile(solc, input) };
}

function textAt({ UTF8ToString, Pointer_stringify }: EmscriptenModule, pointer: number): string {
  const text: unknown = (UTF8ToString ?? Pointer_stringify)?.(pointer);
  if (typeof text !== "string") throw new Error("the compiler gave no text");
  return text;
}

function compile(solc: EmscriptenModule, input: string): string {
  const length = solc.lengthBytesUTF8(input) + 1;
  const pointer = solc._malloc(length);
  if (pointer === 0) throw new Error("the compiler has no memory for the sources");
  try {
    solc.stringToUTF8(input, pointer, length);
    // Every source goes along, so that nothing is asked back: no callback.
    const output = solc._solidity_compile?.(pointer, 0, 0) ?? solc._compileStandard?.(pointer, 0) ?? 0;
    return textAt(solc, output);
  } finally {
    solc._solidity_reset?.();
    solc._free(pointer);
  }
}
