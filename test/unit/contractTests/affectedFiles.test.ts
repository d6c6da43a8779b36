import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runTest } from "../../../src/cli/test";
import { affectedFiles } from "../../../src/contractTests/discover/affectedFiles";
import { SourceTexts } from "../../../src/solidity/imports/gatherSources";
import { SolidityGround } from "../../support/solidityGround";

const solc = join(resolve(import.meta.dirname, "../../.."), "node_modules/solc");
const head = "// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\n";
const contract = (name: string, body = ""): string => `contract ${name} { ${body} }\n`;
const testOf = (name: string, imported: string, body = ""): string =>
  `${head}import "fisco/Test.sol";\nimport "${imported}";\ncontract ${name}Test is Test { function test_${name}() public { ${body} } }\n`;

describe("tests that a change can reach", () => {
  let ground: SolidityGround;
  beforeEach(() => {
    ground = new SolidityGround({
      "package.json": "{}",
      "src/Deep.sol": head + contract("Deep"),
      "src/Shop.sol": `${head}import "./Deep.sol";\n${contract("Shop", "Deep private deep;")}`,
      "src/Till.sol": head + contract("Till"),
      "test/Shop.t.sol": testOf("Shop", "../src/Shop.sol"),
      "test/Till.t.sol": testOf("Till", "../src/Till.sol"),
    });
  });
  afterEach(() => ground.close());

  const tests = (): string[] => ["test/Shop.t.sol", "test/Till.t.sol"].map((name) => ground.path(name));
  const affected = async (...changed: string[]): Promise<string[] | undefined> => {
    const paths = changed.map((name) => ground.path(name));
    const found = await affectedFiles(new SourceTexts(), ground.folder, tests(), paths);
    return found && [...found].map((path) => path.slice(ground.folder.length + 1));
  };

  it("are those that import it, however far away", async () => {
    expect(await affected("src/Deep.sol")).toEqual(["test/Shop.t.sol"]);
    expect(await affected("src/Till.sol")).toEqual(["test/Till.t.sol"]);
    expect(await affected("test/Till.t.sol", "src/Shop.sol")).toEqual(["test/Shop.t.sol", "test/Till.t.sol"]);
    ground.write("src/Alone.sol", head + contract("Alone"));
    expect(await affected("src/Alone.sol")).toEqual([]);
  });

  it("are all in doubt: settings, files that are gone, code that is taken by name", async () => {
    ground.write("foundry.toml", "");
    expect(await affected("foundry.toml")).toBeUndefined();
    expect(await affected()).toBeUndefined();
    rmSync(ground.path("src/Till.sol"));
    expect(await affected("src/Till.sol", "src/Shop.sol")).toBeUndefined();
    ground.write("test/Till.t.sol", testOf("Till", "../src/Deep.sol", 'vm.getCode("Shop.sol");'));
    expect(await affected("src/Shop.sol")).toEqual(["test/Shop.t.sol", "test/Till.t.sol"]);
  });

  it("alone run again with --watch, which says so", { timeout: 120_000 }, async () => {
    // they would be watched too
    rmSync(ground.path("node_modules"));
    let out = "";
    const log = vi.spyOn(console, "log").mockImplementation((line: unknown) => {
      out += `${line}\n`;
    });
    try {
      const watching = runTest([ground.folder, "--watch", "--solc", solc]);
      await expect.poll(() => out, { timeout: 60_000 }).toContain("Waiting for changes.");
      expect(out).toContain("test_Shop()");
      expect(out).toContain("test_Till()");
      out = "";
      ground.write("src/Deep.sol", head + contract("Deep", "uint256 public depth;"));
      await expect.poll(() => out, { timeout: 60_000 }).toContain("Waiting for changes.");
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
