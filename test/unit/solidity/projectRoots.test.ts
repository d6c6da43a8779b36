import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { compileSources } from "../../../src/cli/solidity/compileSources";
import { namedSources } from "../../../src/cli/solidity/namedSources";
import { givenPath } from "../../../src/files/namedPath";
import { byProject, byRoot, markedRootOf } from "../../../src/solidity/project/projectRoot";
import { findTestFiles, skippedFiles } from "../../../src/solidity/project/solidityFiles";

let folder = "";
const path = (name: string): string => join(folder, name);
function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
}
const contract = (name: string): string =>
  `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\ncontract ${name} { uint256 public x = 1; }\n`;
const test = (name: string): string => `pragma solidity ^0.8.20;\ncontract ${name} { function test_A() public {} }\n`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-roots-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a tool's configuration above outranks what only names a package", () => {
  write({
    "mono/.git/HEAD": "",
    "mono/package.json": "{}",
    "mono/chain/foundry.toml": "",
    "mono/chain/contracts/package.json": "{}",
    "mono/chain/contracts/Coin.sol": contract("Coin"),
    "mono/chain/lib/other/foundry.toml": "",
    "mono/chain/lib/other/src/Other.sol": contract("Other"),
    "mono/chain/node_modules/@open/pack/package.json": "{}",
    "mono/chain/node_modules/@open/pack/token/T.sol": contract("T"),
    "mono/plain/package.json": "{}",
    "mono/plain/deep/remappings.txt": "",
    "mono/plain/deep/A.sol": contract("A"),
    "mono/top/B.sol": contract("B"),
  });
  expect(markedRootOf(path("mono/chain/contracts/Coin.sol"))).toBe(path("mono/chain"));
  expect(markedRootOf(path("mono/chain/lib/other/src/Other.sol"))).toBe(path("mono/chain/lib/other"));
  expect(markedRootOf(path("mono/chain/node_modules/@open/pack/token/T.sol"))).toBe(
    path("mono/chain/node_modules/@open/pack"),
  );
  expect(markedRootOf(path("mono/plain/deep/A.sol"))).toBe(path("mono/plain/deep"));
  expect(markedRootOf(path("mono/top/B.sol"))).toBe(path("mono"));
});

it("files of an open folder have roots no further up than it, each once", () => {
  write({
    "open/foundry.toml": "",
    "open/in/A.sol": contract("A"),
    "open/in/b/foundry.toml": "",
    "open/in/b/B.sol": contract("B"),
  });
  const [a, b] = [path("open/in/A.sol"), path("open/in/b/B.sol")];
  expect(byRoot([a, b, a], path("open/in"))).toEqual([
    { root: path("open/in"), files: [a] },
    { root: path("open/in/b"), files: [b] },
  ]);
  expect(byRoot([a], undefined)).toEqual([{ root: path("open/in"), files: [a] }]);
});

it("each file of a command has the root of its own project", async () => {
  write({
    "two/one/foundry.toml": "",
    "two/one/test/A.t.sol": test("ATest"),
    "two/other/foundry.toml": '[profile.default]\nskip = ["*/Old*", "script"]\n',
    "two/other/test/B.t.sol": test("BTest"),
    "two/other/test/OldB.t.sol": test("OldTest"),
    "two/other/test/Deploy.s.sol": test("DeployTest"),
  });
  expect(await findTestFiles([givenPath(path("two"))], givenPath(folder))).toEqual([
    { root: path("two/one"), files: [path("two/one/test/A.t.sol")] },
    { root: path("two/other"), files: [path("two/other/test/B.t.sol")] },
  ]);
  const report = vi.spyOn(console, "error").mockReturnValue(undefined);
  expect(await namedSources([path("two")])).toEqual([path("two/one/test/A.t.sol"), path("two/other/test/B.t.sol")]);
  expect(report.mock.calls.join()).toMatch(/Files left out by skip in .*other\/foundry\.toml: 2\./);
  report.mockClear();
  expect(await namedSources([path("two/other/test/OldB.t.sol")])).toHaveLength(1);
  expect(report.mock.calls).toEqual([]);
  report.mockRestore();
  // what is named is wanted
  expect(await findTestFiles([givenPath(path("two/other/test/OldB.t.sol"))], givenPath(folder))).toEqual([
    { root: path("two/other"), files: [path("two/other/test/OldB.t.sol")] },
  ]);
});

it("tests of any name are where the profile that is chosen says", async () => {
  write({
    "profiles/foundry.toml": '[profile.default]\ntest = "test"\n[profile.slow]\ntest = "slow"\n',
    "profiles/test/Quick.sol": test("QuickTest"),
    "profiles/slow/Slow.sol": test("SlowTest"),
  });
  const found = async () =>
    (await findTestFiles([givenPath(path("profiles"))], givenPath(folder))).flatMap(({ files }) => files);
  vi.stubEnv("FOUNDRY_PROFILE", undefined);
  expect(await found()).toEqual([path("profiles/test/Quick.sol")]);
  vi.stubEnv("FOUNDRY_PROFILE", "slow");
  expect(await found()).toEqual([path("profiles/slow/Slow.sol")]);
  vi.unstubAllEnvs();
});

it("contracts that inherit their tests are in files of tests, whatever these are called", async () => {
  write({
    "heirs/foundry.toml": "",
    "heirs/test/utils/Plus.sol": `abstract ${test("Plus")}`,
    "heirs/test/utils/Brutal.sol": "contract Brutal { }",
    "heirs/test/utils/Solady.sol": "abstract contract Solady is Brutal, Plus { }",
    "heirs/test/utils/Heir.sol": "contract Heir\n  is Solady { }",
    "heirs/test/utils/Alone.sol": "contract Alone is Brutal { }",
    "heirs/test/Own.t.sol": test("OwnTest"),
    "heirs/src/Elsewhere.sol": "contract Elsewhere is Plus { }",
  });
  const [found] = await findTestFiles([givenPath(path("heirs"))], givenPath(folder));
  expect([...(found?.files ?? [])].sort()).toEqual([
    path("heirs/test/Own.t.sol"),
    ...["Heir", "Plus", "Solady"].map((name) => path(`heirs/test/utils/${name}.sol`)),
  ]);
});

it("files without a marker share the folder that was named, and their code is the same wherever it lies", async () => {
  const files = { "one/A.sol": contract("A"), "two/B.sol": contract("B") };
  for (const at of ["a/p", "b/x/p"])
    write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${at}/${name}`, text])));
  const named = (at: string): string[] => Object.keys(files).map((name) => path(`${at}/${name}`));
  expect(byProject(named("a/p"), named("a/p"))).toEqual([{ root: path("a/p"), files: named("a/p") }]);
  expect(byProject(named("a/p").slice(0, 1), [path("a")])).toEqual([
    { root: path("a"), files: [path("a/p/one/A.sol")] },
  ]);
  const codes = async (at: string) => {
    const { files: compiled } = await compileSources(named(at), { suite: "standard" }, [path(at)]);
    return compiled.map(({ sourceName, contracts }) => [sourceName, contracts[0]?.bytecode.object]);
  };
  const first = await codes("a/p");
  expect(first.map(([name]) => name)).toEqual(["one/A.sol", "two/B.sol"]);
  expect(await codes("b/x/p")).toEqual(first);
});

it("skip of foundry.toml is read as Foundry reads it", () => {
  const skips = (skip: readonly string[], name: string): boolean => skippedFiles("/p", skip)(`/p/${name}`);
  expect(skips(["test"], "src/A.t.sol")).toBe(true);
  expect(skips(["script"], "src/A.s.sol")).toBe(true);
  expect(skips(["test"], "test/A.sol")).toBe(false);
  expect(skips(["*/*7702*"], "test/ext/EIP7702Proxy.t.sol")).toBe(true);
  expect(skips(["*/clz/*"], "test/clz/deep/A.t.sol")).toBe(true);
  expect(skips(["**/clz/**"], "test/clz/A.t.sol")).toBe(true);
  expect(skips(["src/{Old,Older}.sol"], "src/Older.sol")).toBe(true);
  expect(skips(["Old"], "src/BeforeOld.sol")).toBe(true);
  expect(skips(["*/clz/*"], "test/A.t.sol")).toBe(false);
  expect(skips(["./src/A.sol"], "src/A.sol")).toBe(true);
});
