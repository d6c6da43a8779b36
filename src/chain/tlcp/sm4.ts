import { createCipheriv, createDecipheriv, getCiphers } from "node:crypto";
import { sm4 as library } from "sm-crypto-v2/dist/index.mjs";

/** Node's OpenSSL has SM4; the cryptography of VS Code's Electron has not. */
const nativeCbc = getCiphers().includes("sm4-cbc");
const blockSize = 16;

/** SM4-CBC without padding, out of the library: where the runtime has no SM4. */
export const plainSm4Cbc = (key: Buffer, iv: Buffer, data: Buffer, encrypt: boolean): Buffer =>
  Buffer.from(
    (encrypt ? library.encrypt : library.decrypt)(data, key, { mode: "cbc", iv, padding: "none", output: "array" }),
  );

/** SM4-CBC of whole blocks, without padding. */
export function sm4Cbc(key: Buffer, iv: Buffer, data: Buffer, encrypt: boolean): Buffer {
  if (data.length % blockSize !== 0) throw new RangeError("SM4-CBC takes whole blocks");
  if (!nativeCbc) return plainSm4Cbc(key, iv, data, encrypt);
  const cipher = encrypt ? createCipheriv("sm4-cbc", key, iv) : createDecipheriv("sm4-cbc", key, iv);
  cipher.setAutoPadding(false);
  return cipher.update(data);
}

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
