import { ristretto255, ristretto255_hasher } from "@noble/curves/ed25519.js";
import { sha3_512 } from "@noble/hashes/sha3.js";
import { describe, expect, it } from "vitest";
import { verify } from "../../../../src/devchain/precompiled/curve25519Vrf";
import { bytesToText } from "../../../../src/devchain/precompiled/host/abiBytes";
import { MemoryHost } from "./memoryHost";

const { Point } = ristretto255;
const order = Point.Fn.ORDER;
const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const scalar = (data: Uint8Array): bigint => number(sha3_512(data)) % order;
const bytes = (value: bigint): Uint8Array => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

/** Makes a proof as the owner of a key does. */
function prove(secret: Uint8Array, message: Uint8Array) {
  const x = scalar(secret);
  const publicKey = Point.BASE.multiply(x).toBytes();
  const h = ristretto255_hasher.deriveToCurve?.(sha3_512(Buffer.concat([publicKey, message])));
  if (!h) throw new Error("no point");
  const gamma = h.multiply(x).toBytes();
  const k = 123_456_789n;
  const points = [Point.BASE.multiply(k).toBytes(), h.multiply(k).toBytes()];
  const c = scalar(Buffer.concat([publicKey, message, publicKey, gamma, ...points]));
  const s = (((k - c * x) % order) + order) % order;
  return { publicKey, proof: Buffer.concat([gamma, bytes(c), bytes(s)]) };
}

describe("the verifiable random function", () => {
  const message = Buffer.from("test message");
  const { publicKey, proof } = prove(Buffer.from("random key"), message);

  it("takes a proof of the key's owner and gives one number for it", () => {
    const random = verify(message, publicKey, proof);
    expect(random).toHaveLength(32);
    expect(verify(message, publicKey, prove(Buffer.from("random key"), message).proof)).toEqual(random);
  });

  it.each([0, 40, 70])("refuses a proof with another byte %d", (index) => {
    const changed = Uint8Array.from(proof, (byte, i) => (i === index ? byte ^ 1 : byte));
    expect(verify(message, publicKey, changed)).toBeUndefined();
  });

  it("refuses another message, another key, and what is no proof", () => {
    const other = prove(Buffer.from("another key"), message);
    expect(verify(Buffer.from("another"), publicKey, proof)).toBeUndefined();
    expect(verify(message, other.publicKey, proof)).toBeUndefined();
    expect(verify(message, publicKey, proof.subarray(1))).toBeUndefined();
    expect(verify(message, Buffer.from("no key"), proof)).toBeUndefined();
  });

  it("answers through the built-in contract", async () => {
    const host = new MemoryHost();
    const crypto = "100a".padStart(40, "0");
    const values = [message, publicKey, proof].map(bytesToText);
    const signature = "curve25519VRFVerify(bytes,bytes,bytes)";
    expect(await host.invoke(crypto, signature, values, "bool,uint256")).toEqual([true, expect.any(BigInt)]);
    expect(await host.invoke(crypto, signature, ["", "", ""], "bool,uint256")).toEqual([false, 0n]);
  });
});
