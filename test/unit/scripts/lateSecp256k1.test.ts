import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { lateSecp256k1 } from "../../../scripts/bundling/lateSecp256k1";
import { inlineWasm } from "../../../scripts/bundling/wasm";

const root = resolve(import.meta.dirname, "../../..");

it("a bundle compiles the curve's WebAssembly at the first call, and signs as the library does", async () => {
  const { outputFiles } = await build({
    stdin: { contents: 'export { isPrivate, pointFromScalar, sign } from "tiny-secp256k1";', resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    loader: { ".wasm": "binary" },
    plugins: [inlineWasm, lateSecp256k1],
  });
  const folder = mkdtempSync(join(tmpdir(), "chainside-late-"));
  const compiled: number[] = [];
  const own = (globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } }).WebAssembly;
  const { Module } = own;
  try {
    writeFileSync(join(folder, "late.mjs"), outputFiles[0]?.contents ?? "");
    own.Module = new Proxy(Module, {
      construct(target, [bytes]: [Uint8Array]) {
        compiled.push(bytes.length);
        return new target(bytes);
      },
    });
    const late = (await import(pathToFileURL(join(folder, "late.mjs")).href)) as typeof import("tiny-secp256k1");
    expect(compiled).toEqual([]);
    const key = new Uint8Array(32).fill(7);
    expect(late.isPrivate(key)).toBe(true);
    expect(compiled).toHaveLength(1);
    const library = await import("tiny-secp256k1");
    expect(late.pointFromScalar(key, true)).toEqual(library.pointFromScalar(key, true));
    expect(late.sign(key, key)).toEqual(library.sign(key, key));
  } finally {
    own.Module = Module;
    rmSync(folder, { recursive: true });
  }
});
