// Our own arithmetic never sees a secret: it has no entry for one, no one but a checker of signatures and a hash of public things can
// reach it, and everything that needs a private key works while it is broken.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const engineFolder = "src/crypto/wasm/";

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Every TypeScript file of the product, with what it imports in whatever way. */
const sources: readonly Source[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => {
    const path = `src/${name}`.replaceAll("\\", "/");
    const text = readFileSync(join(root, path), "utf8");
    const specifiers = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*"(\.[^"]+)"/g)];
    const imports = specifiers.map(([, specifier = ""]) =>
      relative(root, resolve(root, path, "..", specifier)).replaceAll("\\", "/"),
    );
    return { path, text, imports };
  });

describe("the engines in WebAssembly", () => {
  const engineFiles = sources.filter(({ path }) => path.startsWith(engineFolder));

  it("are reached from two places: a check of signatures, and a hash", () => {
    expect(engineFiles.length).toBeGreaterThan(4);
    const users = sources.filter(
      ({ path, imports }) => !path.startsWith(engineFolder) && imports.some((name) => name.startsWith(engineFolder)),
    );
    const running = users.filter(({ path }) => !path.startsWith("src/solidity/solc/"));
    expect(running.map(({ path }) => path).sort()).toEqual(["src/crypto/keccak256.ts", "src/crypto/sm2Verifying.ts"]);
    // Who changes the hash of a Solidity compiler writes instructions with the same tool, and runs none of the engines.
    const writers = users.filter((user) => !running.includes(user));
    const used = writers.flatMap(({ imports }) => imports.filter((name) => name.startsWith(engineFolder)));
    expect([...new Set(used)].sort()).toEqual([`${engineFolder}hashCode`, `${engineFolder}wasmAssembler`]);
  });

  it("have entries for hashes, signatures and public keys, and no other", async () => {
    const [{ CurveEngine }, { KeccakEngine }] = await Promise.all([
      import("../../../../src/crypto/wasm/curveEngine"),
      import("../../../../src/crypto/wasm/engines"),
    ]);
    // what is private (#) cannot be called from outside by the language itself
    const entries = (engine: { prototype: object }): string[] =>
      Object.getOwnPropertyNames(engine.prototype).filter((name) => name !== "constructor");
    expect(entries(CurveEngine)).toEqual(["signaturePoint"]);
    expect(entries(KeccakEngine)).toEqual(["keccak256"]);
  });

  it("belong to functions that take no key but a public one", () => {
    const users = ["src/crypto/sm2Verifying.ts", "src/crypto/keccak256.ts"];
    const checked = sources.filter(({ path }) => users.includes(path) || path.startsWith(engineFolder));
    for (const { path, text } of checked) {
      // in their comments they may say what they never see
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
      expect(code, path).not.toMatch(/private|secret|nonce/i);
    }
  });
});

describe("with engines that throw", () => {
  afterEach(() => {
    vi.doUnmock("../../../../src/crypto/wasm/engines");
    vi.resetModules();
  });

  it("keys are derived, and signatures made", async () => {
    vi.resetModules();
    vi.doMock("../../../../src/crypto/wasm/engines", () => ({
      curveEngine: () => {
        throw new Error("the engine was asked");
      },
      keccakEngine: () => undefined,
    }));
    const { cryptoSuite } = await import("../../../../src/crypto/suites");
    const { privateKeySigner } = await import("../../../../src/crypto/privateKeySigner");
    const { certificateOf } = await import("../../../../src/crypto/keyFiles/accountCertificate");
    const privateKey = new Uint8Array(32).fill(3);
    const hash = new Uint8Array(32).fill(4);
    for (const name of ["standard", "sm"] as const) {
      const suite = cryptoSuite(name);
      expect(suite.publicKey(privateKey)).toHaveLength(64);
      expect(suite.sign(hash, privateKey)).toHaveLength(name === "sm" ? 128 : 65);
      expect(await privateKeySigner(suite, privateKey).sign(hash)).toHaveLength(name === "sm" ? 128 : 65);
      expect(certificateOf({ suite: name, privateKey })).toBeDefined();
    }
    // and the engine is what checks
    const { smSuite } = await import("../../../../src/crypto/suites");
    expect(() => smSuite.signer(hash, smSuite.sign(hash, privateKey))).toThrow("the engine was asked");
  });
});
