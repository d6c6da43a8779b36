import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CompiledProject } from "../../../src/solidity/artifact/compiledProject";
import { ArtifactCache } from "../../../src/solidity/compile/artifactCache";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-artifacts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const id = "ab".repeat(32);
const project: CompiledProject = {
  format: 1,
  id,
  suite: "standard",
  compiler: { version: "0.8.30", longVersion: "0.8.30+commit.1", suite: "standard" },
  choice: {
    version: "0.8.30",
    versionReason: { kind: "preferred" },
    pragmas: [],
    evmVersion: "cancun",
    evmReason: { kind: "compilerDefault" },
  },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: undefined,
    viaIR: false,
    remappings: [],
    metadata: undefined,
    libraries: {},
  },
  sources: [],
  contracts: [],
  diagnostics: [],
};
const source = { id: 0, name: "A.sol", path: undefined, sha256: "", ast: undefined };
const file = { key: "cd".repeat(32), name: "A.sol", closure: ["A.sol"] };

it("gives what an earlier process compiled, under its key and no other", async () => {
  await new ArtifactCache(folder).put(project, [file]);
  const later = new ArtifactCache(folder);
  expect((await later.get(file.key, "A.sol"))?.project.id).toBe(id);
  expect(await later.get("ef".repeat(32), "A.sol")).toBeUndefined();
  expect(await new ArtifactCache(undefined).get(file.key, "A.sol")).toBeUndefined();
});

it("takes nothing that is damaged", async () => {
  await new ArtifactCache(folder).put(project, [file]);
  writeFileSync(join(folder, `${id}.project.gz`), "half");
  expect(await new ArtifactCache(folder).get(file.key, "A.sol")).toBeUndefined();
});

it("does not grow without end", async () => {
  for (let i = 0; i < 230; i++) {
    const path = join(folder, `${i.toString(16).padStart(64, "0")}.project.gz`);
    writeFileSync(path, "old");
    utimesSync(path, 1_000_000 + i, 1_000_000 + i);
  }
  await new ArtifactCache(folder).put(project, [file]);
  const names = readdirSync(folder).filter((name) => name.endsWith(".project.gz"));
  expect(names).toHaveLength(200);
  expect(names).toContain(`${id}.project.gz`);
});

it("holds as many projects in memory as there is room for, and the latest whatever it weighs", async () => {
  const cache = new ArtifactCache(undefined);
  const keyOf = (at: number): string => `${at}`.padStart(64, "0");
  const large = (at: number): CompiledProject => {
    const content = "x".repeat(6 * 1024 * 1024);
    return { ...project, id: keyOf(at), sources: [{ ...source, content }] };
  };
  for (const at of [0, 1]) await cache.put(large(at), [{ ...file, key: keyOf(at) }]);
  // what was used lately stays
  expect(await cache.get(keyOf(0), "A.sol")).toBeDefined();
  await cache.put(large(2), [{ ...file, key: keyOf(2) }]);
  const held = async (at: number): Promise<boolean> => (await cache.get(keyOf(at), "A.sol")) !== undefined;
  expect([await held(0), await held(1), await held(2)]).toEqual([true, false, true]);
  const huge = { ...project, id: keyOf(3), sources: [{ ...source, content: "x".repeat(20 * 1024 * 1024) }] };
  await cache.put(huge, [{ ...file, key: keyOf(3) }]);
  expect([await held(0), await held(2), await held(3)]).toEqual([false, false, true]);
});

it("reads a project that was taken from memory again, and once for all of its files", async () => {
  const sources = [{ ...source, content: "x".repeat(9 << 20) }];
  const other = "ef".repeat(32);
  const files = [file, { ...file, key: "12".repeat(32) }];
  await new ArtifactCache(folder).put({ ...project, sources }, files);
  await new ArtifactCache(folder).put({ ...project, id: other, sources }, [{ ...file, key: other }]);
  const later = new ArtifactCache(folder);
  const first = await later.get(file.key, "A.sol");
  expect((await later.get(files[1]?.key ?? "", "A.sol"))?.project).toBe(first?.project);
  expect(await later.get(other, "A.sol")).toBeDefined();
  const again = await later.get(file.key, "A.sol");
  expect(again?.project).toEqual(first?.project);
  expect(again?.project).not.toBe(first?.project);
});
