// Signed transactions (fields to final hex, a call with 100 bytes) per second of processor time: ours one by one, in bulk and
// with worker threads, beside the candidate libraries under the same encoder, and beside the official native library where
// Java and Maven are there. Then reading: senders found, transactions decoded. All from one run; prints rates and ratios,
// never a verdict.
//   node --import tsx test/bench/signing.ts [--count 4000]
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { build } from "esbuild";
import { SigningKey } from "ethers";
import { sm2 } from "sm-crypto-v2";
import { recover, signRecoverable } from "tiny-secp256k1";
import { generateNonce } from "../../src/chain/transaction/nonce";
import {
  decodeSignedTransaction,
  encodeSignedTransaction,
  inspectSignedTransaction,
} from "../../src/chain/transaction/signedTransaction";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { signTransactions } from "../../src/chain/transaction/signTransactions";
import { type TransactionDataInit, transactionData } from "../../src/chain/transaction/transactionData";
import { transactionHash } from "../../src/chain/transaction/transactionHash";
import type { CryptoSuite, CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { bytesToHex, bytesToHexDigits, hexToBytes } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { cryptoSuite, smSuite, standardSuite } from "../../src/crypto/suites";
import { nativeRates } from "./nativeSigning/nativeSigning";

const countFlag = process.argv.indexOf("--count");
const count = countFlag < 0 ? 4000 : Number(process.argv[countFlag + 1]);
const batchSize = 250;
const repetitions = 3;
const key = new Uint8Array(32).fill(1);
const init = (): TransactionDataInit => ({
  ...{ chainId: "chain0", groupId: "group0", blockLimit: 501n, nonce: generateNonce() },
  ...{ to: "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1", input: new Uint8Array(100).fill(7) },
});
const batch = (): TransactionDataInit[] => Array.from({ length: batchSize }, init);

/** Median of operations per processor second, every thread of the process counted. */
async function rate(perCall: number, rounds: number, work: () => unknown): Promise<number> {
  const calls = Math.ceil(rounds / perCall);
  for (let i = 0; i < calls / 3; i++) await work();
  const rates: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i++) await work();
    const { user, system } = process.cpuUsage(before);
    rates.push((calls * perCall * 1e6) / (user + system));
  }
  return rates.sort((a, b) => a - b)[Math.floor(repetitions / 2)] ?? 0;
}

type Sign = (hash: Uint8Array) => Uint8Array;

/** A candidate library in the place of our suite: the same data, encoder and final hex. */
function signWith(suite: CryptoSuite, hashOf: (data: Uint8Array) => Uint8Array, sign: Sign): () => string {
  const own = { ...suite, hash: hashOf };
  return () => {
    const data = transactionData(init());
    const dataHash = transactionHash(own, data);
    return bytesToHex(encodeSignedTransaction({ data, dataHash, signature: sign(dataHash) }));
  };
}

const candidates: Record<CryptoSuiteName, Record<string, { sign: Sign; hash: (data: Uint8Array) => Uint8Array }>> = {
  standard: {
    "tiny-secp256k1": {
      hash: keccak_256,
      sign: (hash) => {
        const { signature, recoveryId } = signRecoverable(hash, key);
        return Uint8Array.of(...signature, recoveryId);
      },
    },
    "@noble/curves": {
      hash: keccak_256,
      sign: (hash) => secp256k1.sign(hash, key, { prehash: false, format: "recovered" }),
    },
    "ethers SigningKey": {
      hash: keccak_256,
      sign: (hash) => hexToBytes(new SigningKey(key).sign(hash).serialized),
    },
  },
  sm: {
    "sm-crypto-v2": {
      hash: smSuite.hash,
      sign: (hash) => {
        const publicKey = bytesToHexDigits(smSuite.publicKey(key));
        const options = { hash: true, der: false, publicKey: `04${publicKey}` };
        return hexToBytes(sm2.doSignature(hash, bytesToHexDigits(key), options) + publicKey);
      },
    },
  },
};

function row(name: string, perSecond: number, base: number | undefined, baseName: string): void {
  const ratio = base ? `${(perSecond / base).toFixed(2)} × ${baseName}` : "";
  console.log(`  ${name.padEnd(34)} ${Math.round(perSecond).toLocaleString("en").padStart(10)}/s  ${ratio}`);
}

/** This file as one plain script, which is what a worker thread can start. */
async function workerScript(): Promise<string> {
  const outfile = join(resolve(import.meta.dirname, "../.."), "out/bench/signing.mjs");
  const common = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "warning" } as const;
  await build({ ...common, entryPoints: [import.meta.filename], outfile });
  return outfile;
}

/** Signs in bulk on so many threads until each has done its share; by the clock, and as it would be by
 * the clock were the processors free: per processor second, times the threads. */
async function workersRate(suite: CryptoSuiteName, threads: number): Promise<{ clock: number; free: number }> {
  const script = await workerScript();
  const workers = Array.from(
    { length: threads },
    () => new Worker(script, { workerData: { suite, rounds: count * 4 }, execArgv: [] }),
  );
  const next = (): Promise<unknown[]> =>
    Promise.all(workers.map((worker) => new Promise((resolve) => worker.once("message", resolve))));
  await next();
  const done = next();
  const start = performance.now();
  const before = process.cpuUsage();
  for (const worker of workers) worker.postMessage("start");
  await done;
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  await Promise.all(workers.map((worker) => worker.terminate()));
  const signed = threads * count * 4;
  return { clock: (signed * 1000) / elapsed, free: (signed * 1e6 * threads) / (user + system) };
}

async function compareSigning(suite: CryptoSuite, native: number | undefined): Promise<void> {
  const base = native === undefined ? "" : "native";
  console.log(`\nSigning, ${suite.name} suite (per second of processor time)`);
  if (native !== undefined) row("official native library, 1 thread", native, undefined, base);
  const signer = privateKeySigner(suite, key);
  const one = await rate(1, count, async () =>
    bytesToHex((await signTransaction({ suite, signer, data: init() })).signed),
  );
  row("ours, one by one", one, native, base);
  const bulk = await rate(batchSize, count, () =>
    signTransactions(suite, key, batch()).map(({ signed }) => bytesToHex(signed)),
  );
  row("ours, in bulk", bulk, native, base);
  for (const [name, { hash, sign }] of Object.entries(candidates[suite.name])) {
    row(name, await rate(1, count / 4, signWith(suite, hash, sign)), native, base);
  }
  const threads = Math.max(2, availableParallelism());
  const parallel = await workersRate(suite.name, threads);
  row(`ours, in bulk, ${threads} threads`, parallel.free, native, base);
  row("  the same by the clock", parallel.clock, native, base);
}

async function compareReading(): Promise<void> {
  console.log("\nReading (per second of processor time)");
  for (const suite of [standardSuite, smSuite]) {
    const [signed] = signTransactions(suite, key, [init()]);
    if (!signed) throw new RangeError("nothing was signed");
    const bytes = signed.signed;
    row(`decode, ${suite.name}`, await rate(1, count * 10, () => decodeSignedTransaction(bytes)), undefined, "");
    const found = await rate(1, count, () => inspectSignedTransaction(suite, bytes));
    row(`decode, hash and sender, ${suite.name}`, found, undefined, "");
  }
  const hash = standardSuite.hash(key);
  const signature = standardSuite.sign(hash, key);
  const ours = await rate(1, count, () => standardSuite.signer(hash, signature));
  const tiny = await rate(1, count, () => recover(hash, signature.subarray(0, 64), (signature[64] ?? 0) as 0 | 1));
  row("secp256k1 sender", ours, tiny, "tiny-secp256k1");
  const smSignature = smSuite.sign(hash, key);
  const smKey = smSuite.publicKey(key);
  const smOurs = await rate(1, count, () => smSuite.verify(hash, smSignature.subarray(0, 64), smKey));
  const options = { hash: true, der: false, publicKey: `04${bytesToHexDigits(smKey)}` };
  const text = bytesToHexDigits(smSignature.subarray(0, 64));
  const smTheirs = await rate(1, count / 10, () => sm2.doVerifySignature(hash, text, options.publicKey, options));
  row("SM2 signature", smOurs, smTheirs, "sm-crypto-v2");
}

async function main(): Promise<void> {
  const native = nativeRates(count * 5);
  if (!native) console.log("The official native library is left out: Java or Maven is missing.");
  await compareSigning(standardSuite, native?.["standard"]);
  await compareSigning(smSuite, native?.["sm"]);
  await compareReading();
}

function work(): void {
  const { suite, rounds } = workerData as { suite: CryptoSuiteName; rounds: number };
  const sign = (times: number): void => {
    for (let done = 0; done < times; done += batchSize) {
      for (const { signed } of signTransactions(cryptoSuite(suite), key, batch())) bytesToHex(signed);
    }
  };
  sign(rounds / 4);
  parentPort?.once("message", () => {
    sign(rounds);
    parentPort?.postMessage("done");
  });
  parentPort?.postMessage("ready");
}

if (isMainThread) await main();
else work();
