import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runTest } from "../../../src/cli/commands/test";
import { affectedFiles } from "../../../src/contractTests/discover/affectedFiles";
import { SourceTexts } from "../../../src/solidity/imports/gatherSources";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const solc = join(resolve(import.meta.dirname, "../../.."), "node_modules/solc");
const head = "// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\n";
const contract = (name: string, body = ""): string => `contract ${name} { ${body} }\n`;
const testOf = (name: string, imported: string, body = ""): string =>
  `${head}import "fisco/Test.sol";\nimport "${imported}";\ncontract ${name}Test is Test { function test_${name}() public { ${body} } }\n`;

describe("tests that a change can reach", () => {
  let solidity: SolidityWorkspace;
  beforeEach(() => {
    solidity = new SolidityWorkspace({
      "package.json": "{}",
      "src/Deep.sol": head + contract("Deep"),
      "src/Shop.sol": `${head}import "./Deep.sol";\n${contract("Shop", "Deep private deep;")}`,
      "src/Till.sol": head + contract("Till"),
      "test/Shop.t.sol": testOf("Shop", "../src/Shop.sol"),
      "test/Till.t.sol": testOf("Till", "../src/Till.sol"),
    });
  });
  afterEach(() => solidity.close());

  const tests = (): string[] => ["test/Shop.t.sol", "test/Till.t.sol"].map((name) => solidity.path(name));
  const affected = async (...changed: string[]): Promise<string[] | undefined> => {
    const paths = changed.map((name) => solidity.path(name));
    const found = await affectedFiles(new SourceTexts(), solidity.folder, tests(), paths);
    return found && [...found].map((path) => path.slice(solidity.folder.length + 1));
  };

  it("are those that import it, however far away", async () => {
    expect(await affected("src/Deep.sol")).toEqual(["test/Shop.t.sol"]);
    expect(await affected("src/Till.sol")).toEqual(["test/Till.t.sol"]);
    expect(await affected("test/Till.t.sol", "src/Shop.sol")).toEqual(["test/Shop.t.sol", "test/Till.t.sol"]);
    solidity.write("src/Alone.sol", head + contract("Alone"));
    expect(await affected("src/Alone.sol")).toEqual([]);
  });

  it("are found where a system takes names in either case", async () => {
    solidity.write("SRC/deep.sol", "the same file on such a system");
    expect(await affected("SRC/deep.sol")).toEqual([]);
    vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
    expect(await affected("SRC/deep.sol")).toEqual(["test/Shop.t.sol"]);
    vi.restoreAllMocks();
  });

  it("are all in doubt: settings, files that are gone, code that is taken by name", async () => {
    solidity.write("foundry.toml", "");
    expect(await affected("foundry.toml")).toBeUndefined();
    expect(await affected()).toBeUndefined();
    rmSync(solidity.path("src/Till.sol"));
    expect(await affected("src/Till.sol", "src/Shop.sol")).toBeUndefined();
    solidity.write("test/Till.t.sol", testOf("Till", "../src/Deep.sol", 'vm.getCode("Shop.sol");'));
    expect(await affected("src/Shop.sol")).toEqual(["test/Shop.t.sol", "test/Till.t.sol"]);
    solidity.write("test/Till.t.sol", testOf("Till", "../src/Deep.sol", 'vm.readFileBinary("src/Shop.sol");'));
    expect(await affected("src/Shop.sol")).toEqual(["test/Shop.t.sol", "test/Till.t.sol"]);
  });

  it("alone run again with --watch, which says so", async () => {
    // they would be watched too
    rmSync(solidity.path("node_modules"));
    let out = "";
    const log = vi.spyOn(console, "log").mockImplementation((line: unknown) => {
      out += `${line}\n`;
    });
    try {
      const watching = runTest([solidity.folder, "--watch", "--solc", solc]);
      await expect.poll(() => out).toContain("Waiting for changes.");
      expect(out).toContain("test_Shop()");
      expect(out).toContain("test_Till()");
      out = "";
      solidity.write("src/Deep.sol", head + contract("Deep", "uint256 public depth;"));
      await expect.poll(() => out).toContain("Waiting for changes.");
      process.emit("SIGINT");
      expect(await watching).toBe(0);
      expect(out).toContain("Only test contracts that the change can affect: 1 of 2");
      expect(out).toContain("test_Shop()");
      expect(out).not.toContain("test_Till()");
    } finally {
      log.mockRestore();
    }
  });
});
