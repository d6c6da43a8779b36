// How a key is kept: encrypted by AES-256-GCM with a key that PBKDF2 makes of a passphrase. No browser's WebCrypto has secp256k1 or SM2, so
// that the private key itself can't be one of its keys; the one that opens it is, and can't be taken out.
import { hexToBytes, isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { isObject } from "../../web3/model/values";
import type { Address } from "../base/records";

/** A key as it is kept. */
export interface KeyRecord {
  readonly version: 1;
  readonly address: Address;
  readonly suite: CryptoSuiteName;
  readonly name: string;
  readonly createdMs: number;
  readonly kdf: { readonly name: "PBKDF2-SHA-256"; readonly iterations: number; readonly salt: Uint8Array };
  readonly cipher: { readonly name: "AES-256-GCM"; readonly nonce: Uint8Array; readonly data: Uint8Array };
}

/** What of a record is no secret, and is bound to it: a record whose address was exchanged doesn't open. */
export type KeyIdentity = Pick<KeyRecord, "address" | "suite" | "name" | "createdMs">;

/** By OWASP's advice of 2023. */
const iterations = 600_000;
/** What others wrote may ask for more, but not for hours. */
const maxIterations = 10_000_000;

/** Opens records of one salt; the key in it can't be taken out. */
export type RecordKey = Awaited<ReturnType<typeof deriveKey>>;

/**
 * The browser's own cryptography.
 * @throws ChainError usage `insecurePage` where it isn't: in a page without https that isn't this machine's
 */
function webCrypto() {
  const { subtle } = crypto;
  if (subtle === undefined) throw clientError("insecurePage");
  return subtle;
}

async function deriveKey(
  passphrase: string,
  { iterations: times, salt }: Pick<KeyRecord["kdf"], "iterations" | "salt">,
) {
  const subtle = webCrypto();
  // the same text, however it was typed
  const bytes = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const material = await subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
  return subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", iterations: times, salt },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

const boundText = ({ address, suite }: KeyIdentity): Uint8Array =>
  new TextEncoder().encode(`chainside key 1 ${suite} ${address}`);

/** Encrypts a private key of 32 bytes. */
export async function sealKey(privateKey: Uint8Array, passphrase: string, identity: KeyIdentity): Promise<KeyRecord> {
  const kdf = { name: "PBKDF2-SHA-256", iterations, salt: crypto.getRandomValues(new Uint8Array(16)) } as const;
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const key = await deriveKey(passphrase, kdf);
  const parameters = { name: "AES-GCM", iv: nonce, additionalData: boundText(identity) };
  const data = new Uint8Array(await webCrypto().encrypt(parameters, key, privateKey));
  return { version: 1, ...identity, kdf, cipher: { name: "AES-256-GCM", nonce, data } };
}

/** What opens a record, made of its passphrase, which takes about a third of a second. */
export const recordKey = (record: KeyRecord, passphrase: string): Promise<RecordKey> =>
  deriveKey(passphrase, record.kdf);

/**
 * The private key of a record.
 * @throws ChainError usage `wrongPassphrase`, also for a record that was changed: the one can't be told from the other
 */
export async function openRecord(record: KeyRecord, key: RecordKey): Promise<Uint8Array> {
  const { nonce, data } = record.cipher;
  const parameters = { name: "AES-GCM", iv: nonce, additionalData: boundText(record) };
  try {
    return new Uint8Array(await webCrypto().decrypt(parameters, key, data));
  } catch (cause) {
    throw clientError("wrongPassphrase", { address: record.address }, { cause });
  }
}

/** Bytes of a length, also as a storage has them that knows texts only. */
function bytesOf(value: unknown, min: number, max: number): Uint8Array | undefined {
  const bytes =
    typeof value === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(value) && value.length < 1000 ? hexToBytes(value) : value;
  return bytes instanceof Uint8Array && bytes.length >= min && bytes.length <= max ? Uint8Array.from(bytes) : undefined;
}

/** A record that a storage gave; undefined for what is none that this version knows. */
export function readRecord(value: unknown): KeyRecord | undefined {
  if (!isObject(value) || value["version"] !== 1) return undefined;
  const { address, suite, name, createdMs, kdf, cipher } = value;
  if (typeof address !== "string" || !isAddress(address) || (suite !== "standard" && suite !== "sm")) return undefined;
  if (typeof name !== "string" || typeof createdMs !== "number" || !isObject(kdf) || !isObject(cipher))
    return undefined;
  if (kdf["name"] !== "PBKDF2-SHA-256" || cipher["name"] !== "AES-256-GCM") return undefined;
  const { iterations: times } = kdf;
  if (typeof times !== "number" || !Number.isInteger(times) || times < 1 || times > maxIterations) return undefined;
  const [salt, nonce, data] = [
    bytesOf(kdf["salt"], 16, 64),
    bytesOf(cipher["nonce"], 12, 12),
    bytesOf(cipher["data"], 48, 48),
  ];
  if (!salt || !nonce || !data) return undefined;
  return {
    ...{ version: 1, address, suite, name: name.slice(0, 100), createdMs },
    kdf: { name: "PBKDF2-SHA-256", iterations: times, salt },
    cipher: { name: "AES-256-GCM", nonce, data },
  };
}
