import { createContext, Script } from "node:vm";
import prelude from "./guestPrelude.js.eta";

/** What a guest may call of ours: plain values and bytes in, plain values and bytes out, never an object of ours. */
export interface HostCalls {
  /** UTF-8 to text. */
  readonly decode: (bytes: Uint8Array) => string;
  /** Base64 to text of one character a byte. */
  readonly fromBase64: (text: string) => string;
  /** What stands in the place of a large WebAssembly program; undefined for the program itself. An error ends the load. */
  readonly program: (bytes: Uint8Array) => Uint8Array | undefined;
  /** SM3 for programs of asm.js, in the two forms in which compilers call their hash; see `asmWithSm3`. */
  readonly hashAt: (buffer: ArrayBuffer, out: number, reference: number) => void;
  readonly hashInto: (buffer: ArrayBuffer, reference: number, target: number) => number;
}

/** Pages of WebAssembly memory are 64 KiB. */
const pageBytes = 65536;
/** What is smaller is a helper that Emscripten makes, not the compiler. */
const smallestCompiler = 1_000_000;

/** The name under which programs of asm.js find SM3. */
export const sm3Name = "__chainsideSm3";

/** A function that the guest can call and nothing else: through it, nothing of our realm is reached. */
function guardedCall<Given extends unknown[], Result>(work: (...given: Given) => Result, otherwise: Result) {
  const guarded = (...given: Given): Result => {
    try {
      return work(...given);
    } catch {
      // An error of ours would be an object of our realm.
      return otherwise;
    }
  };
  Object.setPrototypeOf(guarded, null);
  return Object.freeze(guarded);
}

/** What a guest may be given: nothing of it has a prototype. */
function barred(hostCalls: HostCalls, failed: (error: unknown) => void) {
  const program = guardedCall((bytes: Uint8Array): Uint8Array | undefined | null => {
    try {
      return hostCalls.program(bytes);
    } catch (error) {
      failed(error);
      return null;
    }
  }, null);
  const plain = {
    decode: guardedCall(hostCalls.decode, ""),
    fromBase64: guardedCall(hostCalls.fromBase64, ""),
    program,
    hashAt: guardedCall(hostCalls.hashAt, undefined),
    hashInto: guardedCall(hostCalls.hashInto, 0),
  };
  return Object.freeze(Object.assign(Object.create(null), plain) as typeof plain);
}

/**
 * Runs an Emscripten program in a realm of its own, where there is the language and WebAssembly and nothing of Node.js: no `require`, no
 * `process`, no timers, no text that becomes code.
 * @param limit most bytes of WebAssembly memory
 * @returns its `Module`
 * @throws what `hostCalls.program` throws; what the program throws, of its own realm.
 */
export function runGuest(path: string, text: string, hostCalls: HostCalls, limit: number): unknown {
  const realm = createContext(Object.create(null) as object, { codeGeneration: { strings: false, wasm: true } });
  let failure: { readonly error: unknown } | undefined;
  const given = barred(hostCalls, (error) => {
    failure = { error };
  });
  const prepare = new Script(prelude({})).runInContext(realm) as (...values: unknown[]) => void;
  prepare(given, limit, pageBytes, smallestCompiler, sm3Name);
  // In a function, for what stands at the top of a realm is looked up anew each time.
  const wrapped = `(function () {${text}\n;return typeof Module === "undefined" ? undefined : Module;})`;
  try {
    const run = new Script(wrapped, { filename: path }).runInContext(realm) as () => unknown;
    return run();
  } catch (error) {
    throw failure ? failure.error : error;
  }
}
