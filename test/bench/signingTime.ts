// Does the time of signing tell something of the key? One fixed key against random ones, in random order, each measurement one
// operation; then Welch's t of the two classes, of all times and of the quickest ones (what a busy machine adds is the same for both).
// |t| above 4.5 says that the classes can be told apart; below, that so many measurements do not show it. Beside ours the libraries
// that could have been chosen. Prints, never judges.
//   node --import tsx test/bench/signingTime.ts [--count 20000] [--only TEXT]
import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sm2 } from "sm-crypto-v2";
import { bytesToHexDigits } from "../../src/crypto/bytes/hex";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { smSuite, standardSuite } from "../../src/crypto/suites";

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const count = Number(option("count") ?? 20_000);
const only = option("only") ?? "";

/** A key as any other, and one with a single bit set, which tells of an arithmetic that looks at bits or lengths first. */
const fixedKeys = {
  usual: standardSuite.hash(new TextEncoder().encode("a key as any other")),
  "one bit": Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 2 : 0)),
};
const randomKey = (): Uint8Array => randomBytes(32).fill(1, 0, 1);
const hash = new Uint8Array(32).fill(7);

/** Mean, variance of the mean and number of the values. */
function moments(values: readonly number[]): { mean: number; error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: variance / values.length };
}

/** Welch's t of those times of two classes that lie below the share of all. */
function welch(times: readonly (readonly number[])[], share: number): number {
  const all = times.flat().sort((a, b) => a - b);
  const limit = all[Math.floor((all.length - 1) * share)] ?? 0;
  const [one, other] = times.map((values) => moments(values.filter((value) => value <= limit)));
  return one && other ? (one.mean - other.mean) / Math.sqrt(one.error + other.error) : Number.NaN;
}

function measure(name: string, operate: (key: Uint8Array, publicKey: string) => unknown, suite: CryptoSuite): void {
  if (!name.includes(only)) return;
  for (const [kind, fixed] of Object.entries(fixedKeys)) measureOne(`${name}, ${kind} key`, fixed, operate, suite);
}

function measureOne(
  name: string,
  fixed: Uint8Array,
  operate: (key: Uint8Array, publicKey: string) => unknown,
  suite: CryptoSuite,
): void {
  const times: [number[], number[]] = [[], []];
  const order = randomBytes(count);
  for (let i = -count / 10; i < count; i++) {
    const side = ((order[Math.max(0, i)] ?? 0) & 1) as 0 | 1;
    // both classes do the same before the clock starts
    const drawn = randomKey();
    const key = Uint8Array.from(side === 0 ? fixed : drawn);
    const publicKey = bytesToHexDigits(suite.publicKey(key));
    const start = process.hrtime.bigint();
    operate(key, publicKey);
    const end = process.hrtime.bigint();
    if (i >= 0) times[side].push(Number(end - start));
  }
  const median = [...times.flat()].sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
  const t = [0.5, 0.9, 0.99, 1].map((share) => welch(times, share).toFixed(1).padStart(7));
  console.log(`  ${name.padEnd(40)} ${(median / 1000).toFixed(1).padStart(7)} µs  t ${t.join(" ")}`);
}

console.log(`${count} measurements each; t of the quickest 50, 90, 99 and 100 %`);
measure("standard, sign", (key) => standardSuite.sign(hash, key), standardSuite);
measure("standard, public key", (key) => standardSuite.publicKey(key), standardSuite);
measure("SM, sign", (key) => smSuite.sign(hash, key), smSuite);
measure("SM, public key", (key) => smSuite.publicKey(key), smSuite);
console.log("Beside it:");
measure("@noble/curves, sign", (key) => secp256k1.sign(hash, key, { prehash: false }), standardSuite);
measure(
  "sm-crypto-v2, sign",
  (key, publicKey) =>
    sm2.doSignature(hash, bytesToHexDigits(key), { hash: true, der: false, publicKey: `04${publicKey}` }),
  smSuite,
);
