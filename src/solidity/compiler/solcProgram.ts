import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { runInThisContext } from "node:vm";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { asmWithSm3, offerSm3 } from "./patchAsm";
import { withSm3 } from "./patchHash";
import { WasmFormatError } from "./wasmReading";

/** The parts of WebAssembly that are changed while a compiler is loaded; the types of Node.js leave them out. */
interface WebAssemblyGlobal {
  Module: new (bytes: Uint8Array | ArrayBuffer) => object;
  Memory: { readonly prototype: { grow: (pages: number) => number; readonly buffer: ArrayBuffer } };
}

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

/** Pages of WebAssembly memory are 64 KiB. */
const pageBytes = 65536;
/** What is smaller is a helper that Emscripten makes, not the compiler. */
const smallestCompiler = 1_000_000;

/** A compiler that outgrows its share is told that there is no more memory, and gives up; asm.js has a fixed size of its own. */
function limitMemory(wasm: WebAssemblyGlobal, mebibytes: number): void {
  const { prototype } = wasm.Memory;
  const grow = prototype.grow;
  prototype.grow = function (this: { readonly buffer: ArrayBuffer }, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > mebibytes * 1_048_576) {
      throw new RangeError(`the compiler wants more than ${mebibytes} MiB of memory`);
    }
    return grow.call(this, pages);
  };
}

/** Why code for SM chains cannot be had from a compiler. */
export class NotForSmError extends Error {
  override readonly name = "NotForSmError";
}

/** Runs the file as the CommonJS module that it is, whatever stands around it. */
function runModule(path: string, text: string): EmscriptenModule {
  const module = { exports: {} };
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
  const run = runInThisContext(wrapped, { filename: path }) as (...values: unknown[]) => void;
  const [exceptions, rejections] = (["uncaughtException", "unhandledRejection"] as const).map((event) =>
    process.listeners(event as "uncaughtException"),
  );
  run(module.exports, createRequire(path), module, path, dirname(path));
  // Emscripten's handlers would print the whole program for every exception.
  for (const [event, before] of [
    ["uncaughtException", exceptions],
    ["unhandledRejection", rejections],
  ] as const) {
    for (const listener of process.listeners(event as "uncaughtException")) {
      if (!before?.includes(listener)) process.removeListener(event, listener);
    }
  }
  return module.exports as EmscriptenModule;
}

/**
 * Loads a compiler into this process, which should be there for nothing else: compilers never give memory back and install handlers.
 * @param memoryMiB most memory that a WebAssembly compiler may take
 * @throws NotForSmError where the hash cannot be changed; Error for a file that is no compiler.
 */
export function loadSolc(path: string, suite: CryptoSuiteName, memoryMiB: number): SolcProgram {
  const wasm = (globalThis as unknown as { WebAssembly: WebAssemblyGlobal }).WebAssembly;
  limitMemory(wasm, memoryMiB);
  const { Module } = wasm;
  let patched = 0;
  if (suite === "sm") {
    wasm.Module = new Proxy(Module, {
      construct(target, [bytes]: [Uint8Array | ArrayBuffer]) {
        if (bytes.byteLength < smallestCompiler) return new target(bytes);
        const code = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
        patched++;
        return new target(withSm3(code));
      },
    });
  }
  let solc: EmscriptenModule;
  try {
    let text = readFileSync(path, "utf8");
    if (suite === "sm" && !text.includes("WebAssembly")) {
      text = asmWithSm3(text);
      offerSm3();
      patched++;
    }
    solc = runModule(path, text);
  } catch (error) {
    if (error instanceof WasmFormatError || (suite === "sm" && patched > 0)) {
      throw new NotForSmError(error instanceof Error ? error.message : String(error));
    }
    throw error;
  } finally {
    wasm.Module = Module;
  }
  if (suite === "sm" && patched !== 1) {
    throw new NotForSmError(patched === 0 ? "its program was not found" : "it consists of several programs");
  }
  const version = solc._solidity_version ?? solc._version;
  if (!version || !(solc._solidity_compile ?? solc._compileStandard))
    throw new Error("the file is no Solidity compiler");
  // 0.8.26+commit.8a97fa7a.Emscripten.clang
  const longVersion = (textAt(solc, version()).split(".Emscripten")[0] ?? "").replace(".mod.", ".");
  return { longVersion, compile: (input) => compile(solc, input) };
}

function textAt({ UTF8ToString, Pointer_stringify }: EmscriptenModule, pointer: number): string {
  return (UTF8ToString ?? Pointer_stringify)?.(pointer) ?? "";
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
