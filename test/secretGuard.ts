// Runs around every test that vitest runs: no private key that a test signed with may stand in a log line or in an error that was
// made, caught or not (docs/architecture.md, "What happens on the way"). The keys are learnt where they are used.
import { inspect } from "node:util";
import { afterEach } from "vitest";
import { bytesToHexDigits } from "../src/crypto/bytes/hex";
import type { CryptoSuite } from "../src/crypto/cryptoSuite";
import { smSuite, standardSuite } from "../src/crypto/suites";
import { registerKeys } from "./support/secretEvidence";

interface Guard {
  /** Keys as hex, and as an array of numbers is printed. */
  keys: Map<string, string>;
  /** Keys that the whole run has not been told of yet. */
  fresh: string[];
  lines: string[];
  errors: WeakRef<Error>[];
}

/** One digit all along: hashes and node IDs of tests look so too. */
const isOneDigit = (digits: string): boolean => digits === digits.charAt(0).repeat(digits.length);

/** Learns the keys that are used with the suite. Small numbers and one digit all along are left out: they are words of any data too. */
function learnKeys(suite: CryptoSuite, { keys, fresh }: Guard): void {
  const { publicKey, sign } = suite;
  const learn = (privateKey: Uint8Array): void => {
    const digits = bytesToHexDigits(privateKey);
    if (digits.length !== 64 || digits.startsWith("00000000") || isOneDigit(digits) || keys.has(digits)) return;
    keys.set(digits, privateKey.join(","));
    fresh.push(digits);
  };
  Object.assign(suite, {
    publicKey: (privateKey: Uint8Array) => {
      learn(privateKey);
      return publicKey(privateKey);
    },
    sign: (hash: Uint8Array, privateKey: Uint8Array, known?: Uint8Array) => {
      learn(privateKey);
      return sign(hash, privateKey, known);
    },
  } satisfies Partial<CryptoSuite>);
}

/** Sees every error when it is made: the classes of the product come from the global one. */
function watchErrors(errors: WeakRef<Error>[]): void {
  const hideFrames = globalThis.Error.captureStackTrace;
  for (const name of ["Error", "RangeError", "TypeError"] as const) {
    globalThis[name] = new Proxy(globalThis[name], {
      construct: function construct(target, parameters, made) {
        const error = Reflect.construct(target, parameters, made) as Error;
        hideFrames(error, construct); // traces are to begin where the error was made
        errors.push(new WeakRef(error));
        return error;
      },
    });
  }
}

function watchLogs(lines: string[]): void {
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    const original = console[name].bind(console);
    console[name] = (...values: unknown[]) => {
      lines.push(...values.map((value) => (typeof value === "string" ? value : inspect(value, { depth: 6 }))));
      original(...values);
    };
  }
}

function install(): Guard {
  const guard: Guard = { keys: new Map(), fresh: [], lines: [], errors: [] };
  for (const suite of [standardSuite, smSuite]) learnKeys(suite, guard);
  watchErrors(guard.errors);
  watchLogs(guard.lines);
  return guard;
}

const home = globalThis as { chainsideSecretGuard?: Guard };
home.chainsideSecretGuard ??= install();
const { keys, fresh, lines, errors } = home.chainsideSecretGuard;

/**
 * All that stands in the errors that are still there. Their traces are asked for without the places in them, which say nothing of keys: a
 * test with thousands of refusals would take longer to look through than to run. What failed has been reported by then.
 */
function wordsOf(made: readonly WeakRef<Error>[]): string[] {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (error) => String(error);
  try {
    return made.flatMap((reference) => {
      const error = reference.deref();
      return error ? [inspect(error, { depth: 6, showHidden: true, maxArrayLength: 64 })] : [];
    });
  } finally {
    Error.prepareStackTrace = before;
  }
}

afterEach(() => {
  registerKeys(fresh.splice(0));
  const texts = [...lines.splice(0), ...wordsOf(errors.splice(0))];
  if (texts.length === 0) return;
  const message = texts.join("\n").toLowerCase().replace(/\s+/g, "");
  for (const [digits, numbers] of keys) {
    if (message.includes(digits) || message.includes(numbers)) {
      throw new Error("a private key stands in a log line or in an error");
    }
  }
});
