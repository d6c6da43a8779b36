import { describe, expect, it } from "vitest";
import { bytesToHexDigits } from "../../../src/crypto/bytes/hex";
import { freshKey, freshSigner } from "../../../src/crypto/privateKeySigner";
import { smSuite, standardSuite } from "../../../src/crypto/suites";

describe("A fresh key", () => {
  it("is another one each time, and one of both suites", () => {
    const keys = Array.from({ length: 50 }, freshKey);
    expect(new Set(keys.map(bytesToHexDigits)).size).toBe(keys.length);
    for (const key of keys) for (const suite of [standardSuite, smSuite]) expect(suite.publicKey(key)).toHaveLength(64);
  });

  it.each([standardSuite, smSuite])("signs on chains of the $name suite", async (suite) => {
    const signer = freshSigner(suite);
    const hash = new Uint8Array(32).fill(7);
    const found = suite.signer(hash, await signer.sign(hash));
    expect(found && suite.address(found)).toBe(signer.address);
  });
});
