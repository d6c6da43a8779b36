// VS Code's Electron has a cryptography that doesn't know SM2's curve: there the library stands in, and each side checks what the other
// signs.
import { afterEach, expect, it, vi } from "vitest";
import type { Sm2KeyPair } from "../../../src/crypto/sm2Curve";

afterEach(() => {
  vi.doUnmock("node:crypto");
  vi.resetModules();
});

const hash = new Uint8Array(32).fill(4);
const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1);

async function loaded() {
  vi.resetModules();
  const [{ smSuite }, { sm2KeyPair }] = await Promise.all([
    import("../../../src/crypto/suites"),
    import("../../../src/crypto/sm2KeyPair"),
  ]);
  return { smSuite, sm2KeyPair };
}

it("without SM2 in OpenSSL keys, pairs and signatures are the library's, and good for those who have it", async () => {
  const withIt = await loaded();
  let asked = 0;
  const createECDH = () => {
    asked++;
    throw new Error("unknown curve");
  };
  vi.doMock("node:crypto", async (original) => ({
    ...(await original<typeof import("node:crypto")>()),
    createECDH,
    getCurves: () => ["prime256v1", "secp384r1"],
  }));
  const without = await loaded();
  expect(without.smSuite.publicKey(key)).toEqual(withIt.smSuite.publicKey(key));
  const isPair = ({ privateKey, publicKey }: Sm2KeyPair) =>
    expect(withIt.smSuite.publicKey(privateKey)).toEqual(publicKey);
  isPair(without.sm2KeyPair());
  isPair(withIt.sm2KeyPair());
  expect(withIt.smSuite.signer(hash, without.smSuite.sign(hash, key))).toEqual(withIt.smSuite.publicKey(key));
  expect(without.smSuite.signer(hash, withIt.smSuite.sign(hash, key))).toEqual(withIt.smSuite.publicKey(key));
  for (const { smSuite } of [withIt, without])
    for (const wrong of [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(31).fill(1)]) {
      expect(() => smSuite.publicKey(wrong)).toThrow(RangeError);
      expect(() => smSuite.sign(hash, wrong)).toThrow(RangeError);
    }
  expect(asked).toBe(0);
});
