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
