// What pages take in place of files that need Node.js: the same exports, and the same answers.
import { describe, expect, it } from "vitest";
import { decodeFrame, encodeFrame, freshSeq } from "../../../src/chain/frame/frame";
import * as nodeText from "../../../src/crypto/bytes/binaryText";
import * as pageText from "../../../src/crypto/bytes/binaryText.browser";
import { opensslSm2 } from "../../../src/crypto/opensslSm2.browser";
import { freshKey } from "../../../src/crypto/privateKeySigner";
import * as nodeCurve from "../../../src/crypto/secp256k1";
import * as pageCurve from "../../../src/crypto/secp256k1.browser";

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

describe("bytes and texts of a page", () => {
  const same: typeof nodeText = pageText;

  it.each([0, 1, 63, 64, 65, 20_000])("are those of Node.js for %i bytes", (length) => {
    const bytes = randomBytes(length);
    const digits = nodeText.hexDigits(bytes);
    expect(same.hexDigits(bytes)).toBe(digits);
    expect(same.latin1Text(bytes)).toBe(nodeText.latin1Text(bytes));
    expect(same.utf8Text(bytes)).toBe(nodeText.utf8Text(bytes));
    const filled = new Uint8Array(length);
    expect(same.fillFromDigits(filled, digits)).toBe(true);
    expect(filled).toEqual(bytes);
    const base64 = Buffer.from(bytes).toString("base64");
    expect(same.base64Bytes(base64)).toEqual(bytes);
    expect(same.base64Bytes(Buffer.from(bytes).toString("base64url"))).toEqual(bytes);
  });

  it("are those of Node.js for texts of every kind", () => {
    for (const text of ["", "ascii", "茶 tea", "\ufeffmark", "\u0000", "\ud83c\udf75"]) {
      expect([...same.utf8Bytes(text)]).toEqual([...nodeText.utf8Bytes(text)]);
      expect(same.utf8Text(nodeText.utf8Bytes(text))).toBe(text);
    }
    for (const bad of ["0", "zz", "0g", "é0"]) expect(same.fillFromDigits(new Uint8Array(1), bad)).toBe(false);
    for (const base64 of ["A", "AA", "AAA=", "A A\nA", "-_8"])
      expect([...same.base64Bytes(base64)]).toEqual([...nodeText.base64Bytes(base64)]);
  });

  it("come in the same order", () => {
    const texts = ["", "a", "ab", "b", "茶", "茶a"].map((text) => nodeText.utf8Bytes(text));
    for (const one of texts)
      for (const other of texts)
        expect(Math.sign(same.compareBytes(one, other))).toBe(nodeText.compareBytes(one, other));
  });
});

describe("secp256k1 of a page", () => {
  const same: Omit<typeof nodeCurve, "secp256k1Child"> = pageCurve;

  it("signs, recovers and verifies as Node.js does", () => {
    for (let round = 0; round < 20; round++) {
      const [key, hash] = [freshKey(), randomBytes(32)];
      const publicKey = nodeCurve.secp256k1PublicKey(key);
      expect(same.secp256k1PublicKey(key)).toEqual(publicKey);
      const signature = nodeCurve.secp256k1Sign(hash, key);
      expect(same.secp256k1Sign(hash, key)).toEqual(signature);
      expect(same.secp256k1Recover(hash, signature)).toEqual(publicKey);
      expect(same.secp256k1Verify(hash, signature, publicKey)).toBe(true);
      const other = hash.slice();
      other[0] = (other[0] ?? 0) ^ 1;
      expect(same.secp256k1Verify(other, signature, publicKey)).toBe(false);
    }
  });

  it("refuses what Node.js refuses", () => {
    const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    const zeros = new Uint8Array(32);
    for (const bad of [zeros, new Uint8Array(31), Uint8Array.from(Buffer.from(order, "hex"))]) {
      expect(() => nodeCurve.secp256k1PublicKey(bad)).toThrow(RangeError);
      expect(() => same.secp256k1PublicKey(bad)).toThrow(RangeError);
      expect(() => same.secp256k1Sign(zeros, bad)).toThrow(RangeError);
    }
    const broken = new Uint8Array(65);
    for (const v of [0, 1, 4, 27]) {
      broken[64] = v;
      expect(same.secp256k1Recover(zeros, broken)).toBe(nodeCurve.secp256k1Recover(zeros, broken));
    }
    expect(same.secp256k1Verify(zeros, broken, new Uint8Array(64))).toBe(false);
  });
});

it("a page has no OpenSSL", () => expect(opensslSm2()).toBeUndefined());

it("a frame is read as it was written", () => {
  const frame = { version: 0, type: 0x122, status: -7, seq: freshSeq(), ext: 3, payload: randomBytes(50) };
  expect(frame.seq).toMatch(/^[0-9a-f]{32}$/);
  expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
});
