import { afterAll, beforeAll, expect, it } from "vitest";
import { namedSources, toolSources } from "../../../src/cli/solidity/namedSources";
import { launchedProject } from "../../../src/debugger/program/launchedPath";
import { compileAll } from "../../../src/debugger/program/startDebuggee";
import { givenPath } from "../../../src/files/namedPath";
import {
  emptySubmodules,
  findTestFiles,
  solidityFiles,
  sourcesNamed,
} from "../../../src/solidity/project/solidityFiles";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const source = (name: string): string => `pragma solidity ^0.8.20;\ncontract ${name} { function test_A() public {} }\n`;
const files = {
  "chain/foundry.toml": "",
  "chain/src/lib/Own.sol": source("Own"),
  "chain/lib/std/foundry.toml": "",
  "chain/lib/std/src/Test.sol": source("Test"),
  "chain/lib/std/lib/deep/src/Deep.sol": source("Deep"),
  "chain/test/Own.t.sol": source("OwnTest"),
  "chain/lib/std/test/Std.t.sol": source("StdTest"),
  "chain/out/Own.sol": source("Own"),
  "chain/.gitmodules": `[submodule "std"]\n\tpath = lib/std\n\turl = https://example.org/std\n[submodule "none"]\n\tpath = lib/none\n`,
  "web/package.json": "{}",
  "web/contracts/package.json": "{}",
  "web/contracts/lib/Shop.sol": source("Shop"),
  "web/contracts/lib/open/Open.sol": source("Open"),
};

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace(files);
});
afterAll(() => workspace.close());
const below = (paths: readonly string[]): string[] => paths.map((path) => path.slice(workspace.folder.length + 1));

it("a folder means its own sources: what libraries, packages and tools have below it isn't among them", async () => {
  const own = ["chain/src/lib/Own.sol", "chain/test/Own.t.sol"];
  expect(below(await solidityFiles(givenPath(workspace.path("chain")), { root: workspace.path("chain") }))).toEqual(
    own,
  );
  expect(below(await namedSources([workspace.path("chain")]))).toEqual(own);
  expect(below(await namedSources([workspace.folder]))).toEqual([...own, "web/contracts/lib/Shop.sol"]);
  expect(below(await sourcesNamed(givenPath(workspace.path("chain")), workspace.path("chain")))).toEqual(own);
  const project = await workspace.service.projectOf(workspace.folder, workspace.request("chain/src/lib/Own.sol"));
  expect([...project.files.keys()].sort()).toEqual([...own, "web/contracts/lib/Shop.sol"]);
});

it("a project is compiled as its tool does, unless other files are named", async () => {
  const project = new SolidityWorkspace({
    "foundry.toml": '[profile.default]\nsrc = "sources"\n',
    "sources/A.sol": source("A"),
    "test/B.sol": source("B"),
    "script/C.s.sol": source("C"),
    "certora/D.sol": source("D"),
  });
  const root = givenPath(project.folder);
  const found = await namedSources([root]);
  const names = (paths: readonly string[]): string[] => paths.map((path) => path.slice(root.length + 1)).sort();
  expect(names(found)).toEqual(["certora/D.sol", "script/C.s.sol", "sources/A.sol", "test/B.sol"]);
  expect(names(await toolSources(found, root))).toEqual(["script/C.s.sol", "sources/A.sol", "test/B.sol"]);
  const others = found.filter((path) => path.endsWith("D.sol"));
  expect(names(await toolSources(others, root))).toEqual(["certora/D.sol"]);
  project.close();
});

it("a folder of libraries that is named itself is looked through, its own libraries aside", async () => {
  expect(below(await namedSources([workspace.path("chain/lib/std")]))).toEqual([
    "chain/lib/std/src/Test.sol",
    "chain/lib/std/test/Std.t.sol",
  ]);
  const tests = await findTestFiles([givenPath(workspace.path("chain/lib/std/test"))], givenPath(workspace.folder));
  expect(tests.flatMap((each) => below(each.files))).toEqual(["chain/lib/std/test/Std.t.sol"]);
});

it("a folder that isn't there is told as one", async () => {
  const gone = workspace.path("gone");
  await expect(sourcesNamed(givenPath(gone))).rejects.toMatchObject({ code: "fileMissing", details: { path: gone } });
  await expect(findTestFiles([givenPath(gone)], givenPath(workspace.folder))).rejects.toMatchObject({
    code: "fileMissing",
  });
  await expect(compileAll(launchedProject({ folder: gone }), "standard", false, "paris")).rejects.toMatchObject({
    code: "fileMissing",
  });
});

it("submodules that git hasn't fetched are named", async () => {
  expect(await emptySubmodules(workspace.path("chain"))).toEqual(["lib/none"]);
  expect(await emptySubmodules(workspace.path("web"))).toEqual([]);
});
