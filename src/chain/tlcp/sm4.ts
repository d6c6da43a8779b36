import { type Cipher, createCipheriv, createDecipheriv, type Decipher, getCiphers, randomBytes } from "node:crypto";
import { sm4 as library } from "sm-crypto-v2/dist/index.mjs";

/** Node's OpenSSL has SM4; the cryptography of VS Code's Electron has not. */
const nativeCbc = getCiphers().includes("sm4-cbc");
const blockSize = 16;

/** SM4-CBC without padding, out of the library: where the runtime has no SM4. */
export const plainSm4Cbc = (key: Buffer, iv: Buffer, data: Buffer, encrypt: boolean): Buffer =>
  Buffer.from(
    (encrypt ? library.encrypt : library.decrypt)(data, key, { mode: "cbc", iv, padding: "none", output: "array" }),
  );

/** SM4-CBC of one direction: each record is a fresh block that stands for the IV, and whole blocks behind it. */
export interface Sm4Cbc {
  /** @param record whole blocks, the first of them an unpredictable one */
  encrypt(record: Buffer): Buffer;
  /** The blocks behind the first, which is their IV. */
  decrypt(record: Buffer): Buffer;
}

/** Random blocks, drawn many at once: a draw for each record would cost more than its cipher. */
export class RandomBlocks {
  #pool: Buffer = Buffer.alloc(0);

  next(): Buffer {
    if (this.#pool.length === 0) this.#pool = randomBytes(64 * blockSize);
    const block = this.#pool.subarray(0, blockSize);
    this.#pool = this.#pool.subarray(blockSize);
    return block;
  }
}

/**
 * One cipher for all records, as making one is dearer than using it: a random block is enciphered on, which gives the IV of the record, and
 * what follows is chained to it (the way of RFC 4346, 6.2.3.2, 2 b). Deciphered, the first block is worth nothing.
 */
class NativeCbc implements Sm4Cbc {
  #cipher: Cipher | undefined;
  #decipher: Decipher | undefined;

  constructor(readonly key: Buffer) {}

  encrypt(record: Buffer): Buffer {
    this.#cipher ??= createCipheriv("sm4-cbc", this.key, randomBytes(blockSize)).setAutoPadding(false);
    return this.#cipher.update(record);
  }

  decrypt(record: Buffer): Buffer {
    this.#decipher ??= createDecipheriv("sm4-cbc", this.key, Buffer.alloc(blockSize)).setAutoPadding(false);
    return this.#decipher.update(record).subarray(blockSize);
  }
}

class PlainCbc implements Sm4Cbc {
  constructor(readonly key: Buffer) {}

  encrypt(record: Buffer): Buffer {
    const iv = record.subarray(0, blockSize);
    return Buffer.concat([iv, plainSm4Cbc(this.key, iv, record.subarray(blockSize), true)]);
  }

  decrypt(record: Buffer): Buffer {
    return plainSm4Cbc(this.key, record.subarray(0, blockSize), record.subarray(blockSize), false);
  }
}

export const sm4Cbc = (key: Buffer): Sm4Cbc => (nativeCbc ? new NativeCbc(key) : new PlainCbc(key));

/** SM4-GCM: the ciphertext with its tag of 16 bytes behind it. */
export function sm4GcmSeal(key: Buffer, iv: Buffer, associatedData: Buffer, plain: Buffer): Buffer {
  const options = { mode: "gcm", iv, associatedData, output: "array", outputTag: true } as const;
  const { output, tag } = library.encrypt(plain, key, options);
  if (tag?.length !== blockSize) throw new Error("SM4-GCM made no tag");
  return Buffer.concat([output, tag]);
}

/** The plaintext of SM4-GCM, or undefined when the tag is wrong: nothing is decrypted then. */
export function sm4GcmOpen(key: Buffer, iv: Buffer, associatedData: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < blockSize) return undefined;
  const tag = sealed.subarray(-blockSize);
  const data = sealed.subarray(0, -blockSize);
  try {
    return Buffer.from(library.decrypt(data, key, { mode: "gcm", iv, associatedData, tag, output: "array" }));
  } catch {
    return undefined;
  }
}
