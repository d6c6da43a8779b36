import { createCipheriv, createDecipheriv, pbkdf2, randomBytes, randomUUID, scrypt } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { bytesToHexDigits, hexToBytes } from "../bytes/hex";
import type { CryptoSuiteName } from "../cryptoSuite";
import { cryptoSuite } from "../suites";
import { damaged, KeyFileError } from "./keyFileError";

/** A key and, when the file names an address, the suite under which the key has it. */
interface KeystoreKey {
  privateKey: Uint8Array;
  suite: CryptoSuiteName | undefined;
}

/** Memory that deriving a key may take; the strongest parameters in use need 256 MiB. */
const maximumMemory = 1024 ** 3;
const maximumIterations = 10_000_000;
/** As geth and ethers write: about a second of work for each guess. */
const cost = { N: 131_072, r: 8, p: 1 };

type Json = Record<string, unknown>;

function objectAt(parent: Json, ...names: string[]): Json {
  const value = names.map((name) => parent[name]).find((each) => each !== undefined);
  if (typeof value !== "object" || value === null) throw damaged(`the member "${names[0]}" is missing`);
  return value as Json;
}

function bytesAt(parent: Json, name: string): Uint8Array {
  const value = parent[name];
  if (typeof value !== "string") throw damaged(`the member "${name}" is missing`);
  try {
    return hexToBytes(value);
  } catch {
    throw damaged(`the member "${name}" is not hex`);
  }
}

function numberAt(parent: Json, name: string, max: number): number {
  const value = parent[name];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > max) {
    throw damaged(`the member "${name}" is not a number in its range`);
  }
  return value;
}

function parse(text: string): Json {
  let json: unknown;
  try {
    json = parseBoundedJson(text, jsonLimits.plain);
  } catch {
    throw damaged("it is not whole JSON");
  }
  if (typeof json !== "object" || json === null) throw damaged("it holds no object");
  return json as Json;
}

function deriveWithScrypt(password: Buffer, salt: Uint8Array, N: number, r: number, p: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, { N, r, p, maxmem: maximumMemory + 64 * 1024 ** 2 }, (error, key) =>
      error ? reject(damaged("the parameters of scrypt do not fit together")) : resolve(key),
    );
  });
}

function derivedKey(crypto: Json, password: string): Promise<Uint8Array> {
  const parameters = objectAt(crypto, "kdfparams");
  const salt = bytesAt(parameters, "salt");
  const words = Buffer.from(password.normalize("NFKC"));
  if (numberAt(parameters, "dklen", 64) !== 32) throw damaged('the member "dklen" is not 32');
  if (crypto["kdf"] === "scrypt") {
    const N = numberAt(parameters, "n", maximumMemory / 128);
    const r = numberAt(parameters, "r", 64);
    const p = numberAt(parameters, "p", 64);
    if (128 * N * r > maximumMemory) {
      throw new KeyFileError("unsupportedCipher", "more than 1 GiB of memory for scrypt");
    }
    return deriveWithScrypt(words, salt, N, r, p);
  }
  if (crypto["kdf"] === "pbkdf2" && parameters["prf"] === "hmac-sha256") {
    const count = numberAt(parameters, "c", maximumIterations);
    return new Promise((resolve, reject) => {
      pbkdf2(words, salt, count, 32, "sha256", (error, key) => (error ? reject(error) : resolve(key)));
    });
  }
  throw new KeyFileError("unsupportedCipher", "another key derivation than scrypt and PBKDF2");
}

const macOf = (key: Uint8Array, ciphertext: Uint8Array): string =>
  bytesToHexDigits(keccak_256(Uint8Array.of(...key.subarray(16, 32), ...ciphertext)));

/** The suite under which the key has the address; undefined when it has it under none. */
export function suiteOfAddress(privateKey: Uint8Array, address: string): CryptoSuiteName | undefined {
  const wanted = `0x${address.replace(/^0x/i, "").toLowerCase()}`;
  return (["standard", "sm"] as const).find((name) => {
    const suite = cryptoSuite(name);
    try {
      return suite.address(suite.publicKey(privateKey)) === wanted;
    } catch {
      return false; // out of range of this curve
    }
  });
}

/**
 * Opens an Ethereum keystore (Web3 Secret Storage, version 3; scrypt or PBKDF2, AES-128-CTR).
 * A wrong password and a changed ciphertext look alike unless the file names its address.
 * @throws KeyFileError code `wrongPassword`, `damaged` or `unsupportedCipher`.
 */
export async function readKeystore(text: string, password: string): Promise<KeystoreKey> {
  const json = parse(text);
  if (json["version"] !== 3) throw new KeyFileError("unsupportedCipher", "not a keystore of version 3");
  const crypto = objectAt(json, "crypto", "Crypto");
  if (crypto["cipher"] !== "aes-128-ctr") {
    throw new KeyFileError("unsupportedCipher", "another cipher than AES-128-CTR");
  }
  const ciphertext = bytesAt(crypto, "ciphertext");
  const iv = bytesAt(objectAt(crypto, "cipherparams"), "iv");
  const mac = bytesAt(crypto, "mac");
  if (ciphertext.length !== 32) throw damaged("the encrypted key does not have 32 bytes");
  if (iv.length !== 16 || mac.length !== 32) throw damaged("a value does not have its length");
  const key = await derivedKey(crypto, password);
  const decipher = createDecipheriv("aes-128-ctr", key.subarray(0, 16), iv);
  const privateKey = Uint8Array.from(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
  const address = typeof json["address"] === "string" && json["address"] !== "" ? json["address"] : undefined;
  const suite = address === undefined ? undefined : suiteOfAddress(privateKey, address);
  if (macOf(key, ciphertext) !== bytesToHexDigits(mac)) {
    if (suite) throw damaged("the password fits, but the check value was changed");
    throw new KeyFileError("wrongPassword");
  }
  if (address !== undefined && !suite) throw damaged("its address does not belong to its key");
  return { privateKey, suite };
}

/** An Ethereum keystore of the key, with the address it has under the suite. */
export async function writeKeystore(suite: CryptoSuiteName, privateKey: Uint8Array, password: string): Promise<string> {
  const algorithms = cryptoSuite(suite);
  const address = algorithms.address(algorithms.publicKey(privateKey)).slice(2);
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const key = await deriveWithScrypt(Buffer.from(password.normalize("NFKC")), salt, cost.N, cost.r, cost.p);
  const cipher = createCipheriv("aes-128-ctr", key.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(privateKey), cipher.final()]);
  const json = {
    version: 3,
    id: randomUUID(),
    address,
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      kdf: "scrypt",
      kdfparams: { salt: salt.toString("hex"), n: cost.N, r: cost.r, p: cost.p, dklen: 32 },
      mac: macOf(key, ciphertext),
    },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
