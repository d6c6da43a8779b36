import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path, { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findScenarios } from "../../../src/languageServer/scenarios/workspaceContext";
import { findConfigFiles } from "../../../src/languageServer/workspace/nodeDirectory";
import { withSlashes } from "../../../src/text/pathBelow";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-found-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
}
const named = (files: readonly string[]): string[] =>
  files.map((file) => withSlashes(relative(folder, file), path)).sort();

it("scenarios are found where VS Code's own list has them", async () => {
  const found = ["a.chain.yaml", "data/b.chain.yaml", "dist/c.chain.yaml", "lib/d.chain.yaml", "more/lib/e.chain.yaml"];
  const others = ["node_modules/p", "out", "build", "coverage", "cache", "more/lib/forge-std", ".github"];
  written(...found, ...others.map((each) => `${each}/x.chain.yaml`));
  expect(named(await findScenarios(folder))).toEqual(found);
});

it("configurations are found in folders of builds, not in packages and not inside nodes", async () => {
  const found = ["build/nodes/node0/config.ini", "dist/node1/config.ini", "out/node2/config.genesis"];
  const others = ["node_modules/p", ".git", "build/nodes/node0/conf", "build/nodes/node0/data", "build/nodes/sdk"];
  written(...found, ...others.map((each) => `${each}/config.ini`));
  expect(named(await findConfigFiles(folder))).toEqual(found);
});
