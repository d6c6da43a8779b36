// Signed transactions (fields to final hex, a call with 100 bytes) per second of processor time beside the candidate libraries under
// the same encoder; then what is public: senders found, signatures checked, hashes, where our own engine may work as long as it beats a
// library by more than 2. All from one run; prints rates and ratios, never a verdict.
//   node --import tsx test/bench/signing.ts [--count 4000]
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { SigningKey } from "ethers";
import { sm2, sm3 } from "sm-crypto-v2";
import { recover, signRecoverable } from "tiny-secp256k1";
import {
  decodeSignedTransaction,
  encodeSignedTransaction,
  inspectSignedTransaction,
} from "../../src/chain/encoding/signedTransaction";
import { type TransactionDataInit, transactionData } from "../../src/chain/encoding/transactionData";
import { transactionHash } from "../../src/chain/encoding/transactionHash";
import { generateNonce } from "../../src/chain/transaction/nonce";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex, bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { smSuite, standardSuite } from "../../src/crypto/suites";

const countFlag = process.argv.indexOf("--count");
const count = countFlag < 0 ? 4000 : Number(process.argv[countFlag + 1]);
const repetitions = 3;
const key = new Uint8Array(32).fill(1);
const init = (): TransactionDataInit => ({
  ...{ chainId: "chain0", groupId: "group0", blockLimit: 501n, nonce: generateNonce() },
  ...{ to: "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1", input: new Uint8Array(100).fill(7) },
});

/** Median of operations per processor second, every thread of the process counted. */
async function rate(rounds: number, work: () => unknown): Promise<number> {
  const calls = Math.ceil(rounds);
  for (let i = 0; i < calls / 3; i++) await work();
  const rates: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i++) await work();
    const { user, system } = process.cpuUsage(before);
    rates.push((calls * 1e6) / (user + system));
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

async function compareSigning(suite: CryptoSuite): Promise<void> {
  console.log(`\nSigning, ${suite.name} suite (per second of processor time)`);
  const signer = privateKeySigner(suite, key);
  const ours = await rate(count / 4, async () =>
    bytesToHex((await signTransaction({ suite, signer, data: init() })).signed),
  );
  row("ours", ours, undefined, "");
  for (const [name, { hash, sign }] of Object.entries(candidates[suite.name])) {
    row(name, await rate(count / 4, signWith(suite, hash, sign)), ours, "ours");
  }
}

async function compareReading(): Promise<void> {
  console.log("\nReading (per second of processor time)");
  for (const suite of [standardSuite, smSuite]) {
    const signer = privateKeySigner(suite, key);
    const bytes = (await signTransaction({ suite, signer, data: init() })).signed;
    row(`decode, ${suite.name}`, await rate(count * 10, () => decodeSignedTransaction(bytes)), undefined, "");
    const found = await rate(count, () => inspectSignedTransaction(suite, bytes));
    row(`decode, hash and sender, ${suite.name}`, found, undefined, "");
  }
  const hash = standardSuite.hash(key);
  const signature = standardSuite.sign(hash, key);
  const tiny = await rate(count, () => recover(hash, signature.subarray(0, 64), (signature[64] ?? 0) as 0 | 1));
  row("secp256k1 sender", await rate(count, () => standardSuite.signer(hash, signature)), tiny, "tiny-secp256k1");
  const smSignature = smSuite.sign(hash, key).subarray(0, 64);
  const smKey = smSuite.publicKey(key);
  const ours = await rate(count, () => smSuite.verify(hash, smSignature, smKey));
  const text = bytesToHexDigits(smSignature);
  const options = { hash: true, der: false, publicKey: `04${bytesToHexDigits(smKey)}` };
  const theirs = await rate(count / 10, () => sm2.doVerifySignature(hash, text, options.publicKey, options));
  row("SM2 signature", ours, theirs, "sm-crypto-v2");
  const prepared = sm2.precomputePublicKey(options.publicKey);
  const theirsPrepared = await rate(count / 10, () => sm2.doVerifySignature(hash, text, prepared, options));
  row("SM2 signature", ours, theirsPrepared, "sm-crypto-v2, each key prepared");
  for (const length of [64, 1000]) {
    const data = new Uint8Array(length).fill(7);
    const keccak = await rate(count, () => keccak_256(data));
    row(`keccak256, ${length} bytes`, await rate(count * 4, () => standardSuite.hash(data)), keccak, "@noble/hashes");
    const plain = await rate(count, () => sm3(data));
    row(`SM3, ${length} bytes`, await rate(count * 4, () => smSuite.hash(data)), plain, "sm-crypto-v2");
  }
}

await compareSigning(standardSuite);
await compareSigning(smSuite);
await compareReading();
