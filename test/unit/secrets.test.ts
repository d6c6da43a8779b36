import { describe, expect, it } from "vitest";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import { importKeyFile } from "../../src/crypto/keyFiles/importKeyFile";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { smSuite, standardSuite } from "../../src/crypto/suites";

const digits = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";
const key = hexToBytes(digits);
const init = { chainId: "chain0", groupId: "group0", blockLimit: 501n, nonce: "1" };

/** What is thrown is looked at by the guard that runs around every test; here it is given the chance to see a key. */
describe("private keys stay out of what is thrown and logged", () => {
  it("when an account of the other suite is to sign", async () => {
    const signer = privateKeySigner(smSuite, key);
    await expect(signTransaction({ suite: standardSuite, signer, data: init })).rejects.toThrow("crypto suite");
  });

  it("when what is to be signed is wrong", async () => {
    const signer = privateKeySigner(standardSuite, key);
    const data = { ...init, to: "somebody" };
    await expect(signTransaction({ suite: standardSuite, signer, data })).rejects.toMatchObject({
      code: "badRecipient",
    });
    expect(() => standardSuite.sign(new Uint8Array(5), key)).toThrow(RangeError);
  });

  it("when a key file is damaged", async () => {
    standardSuite.publicKey(key);
    const files = [
      `${digits}5e`,
      `-----BEGIN PRIVATE KEY-----\n${Buffer.from(key).toString("base64")}\n-----END PRIVATE KEY-----`,
      `-----BEGIN EC PRIVATE KEY-----\n${Buffer.from(`302e0201010420${digits}`, "hex").toString("base64")}\n-----END EC PRIVATE KEY-----`,
      `{"version":3,"crypto":{"ciphertext":"${digits}"}}`,
      `{"version":3,"key":"${digits}`,
    ];
    for (const file of files) {
      await expect(importKeyFile(new TextEncoder().encode(file), digits)).rejects.toMatchObject({
        name: "KeyFileError",
      });
    }
  });

  it("and the guard would see one", () => {
    standardSuite.publicKey(key);
    const guard = (globalThis as { chainsideSecretGuard?: { errors: WeakRef<Error>[] } }).chainsideSecretGuard;
    const careless = new RangeError(`bad key ${digits}`);
    const seen = guard?.errors.at(-1)?.deref();
    expect(seen).toBe(careless);
    guard?.errors.pop(); // this one was meant to be seen here only
  });
});
