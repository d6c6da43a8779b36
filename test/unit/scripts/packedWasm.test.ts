import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import * as whole from "tiny-secp256k1";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packedWasm } from "../../../scripts/bundling/wasm";

const root = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "chainside-packed-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the package's programs have in place of the library. */
async function packed(name: string): Promise<typeof whole> {
  await build({
    stdin: { contents: 'export * from "tiny-secp256k1";', resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: join(folder, `${name}.mjs`),
    loader: { ".wasm": "file" },
    assetNames: "[name]",
    plugins: [packedWasm],
  });
  return (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as typeof whole;
}

let library: typeof whole;
beforeAll(async () => {
  library = await packed("library");
});

const key = (text: string): Uint8Array => createHash("sha256").update(text).digest();

it("packs to a tenth", () => {
  const original = readFileSync(join(root, "node_modules/tiny-secp256k1/lib/secp256k1.wasm"));
  const left = readFileSync(join(folder, "secp256k1.wasm"));
  expect(left.length).toBe(original.length);
  expect(deflateRawSync(left).length).toBeLessThan(deflateRawSync(original).length / 9);
});

it("makes keys and signs as the library does, before there is a table and after", async () => {
  const fresh = await packed("fresh");
  const sameOf = (): void => {
    for (let i = 0; i < 5; i++) {
      const [own, other, hash] = [key(`own ${i}`), key(`other ${i}`), key(`hash ${i}`)];
      expect(fresh.isPrivate(own)).toBe(true);
      const point = fresh.pointFromScalar(own, i % 2 === 0) ?? new Uint8Array();
      expect(point).toEqual(whole.pointFromScalar(own, i % 2 === 0));
      expect(fresh.isPoint(point)).toBe(true);
      expect(fresh.privateAdd(own, other)).toEqual(whole.privateAdd(own, other));
      expect(fresh.sign(hash, own)).toEqual(whole.sign(hash, own));
      expect(fresh.signRecoverable(hash, own)).toEqual(whole.signRecoverable(hash, own));
    }
  };
  sameOf();
  const point = whole.pointFromScalar(key("own"), true) ?? new Uint8Array();
  expect(fresh.pointAddScalar(point, key("tweak"))).toEqual(whole.pointAddScalar(point, key("tweak")));
  sameOf();
});

it("finds the same sender, and the same wrong one, as the library", () => {
  // without the table at first, and with it
  for (let i = 0; i < 120; i++) {
    const [own, hash] = [randomBytes(32), randomBytes(32)];
    const { signature, recoveryId } = library.signRecoverable(hash, own);
    const point = library.pointFromScalar(own, false) ?? new Uint8Array();
    expect(library.recover(hash, signature, recoveryId, false)).toEqual(point);
    const otherHash = randomBytes(32);
    expect(library.recover(otherHash, signature, recoveryId, false)).toEqual(
      whole.recover(otherHash, signature, recoveryId, false),
    );
    const other = recoveryId === 0 ? 1 : 0;
    expect(library.recover(hash, signature, other, true)).toEqual(whole.recover(hash, signature, other, true));
  }
  const [own, hash] = [randomBytes(32), randomBytes(32)];
  const point = library.pointFromScalar(own, false) ?? new Uint8Array();
  expect(library.verify(hash, point, library.sign(hash, own))).toBe(true);
  expect(library.verify(randomBytes(32), point, library.sign(hash, own))).toBe(false);
});

it("says what the library says to what is no ordinary signature", async () => {
  const order = Buffer.from("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", "hex");
  const small = (number: number): Buffer => Buffer.from([...Array<number>(31).fill(0), number]);
  const outcome = (of: typeof whole, hash: Uint8Array, signature: Uint8Array, id: number): unknown => {
    try {
      return of.recover(hash, signature, id as 0 | 1 | 2 | 3, true);
    } catch (error) {
      return String(error);
    }
  };
  // a point has x 1, and none has x 5
  for (const r of [small(0), small(1), small(5), order]) {
    for (const s of [small(0), small(1), order]) {
      const fresh = (await import(
        `${pathToFileURL(join(folder, "library.mjs")).href}?${r.toString("hex")}${s.toString("hex")}`
      )) as typeof whole;
      for (const hash of [randomBytes(32), small(0), small(1), order]) {
        for (const id of [0, 1, 2, 3]) {
          const signature = Buffer.concat([r, s]);
          expect(outcome(fresh, hash, signature, id)).toEqual(outcome(whole, hash, signature, id));
        }
      }
    }
  }
});
