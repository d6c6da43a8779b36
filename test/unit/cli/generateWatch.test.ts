import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGenerate } from "../../../src/cli/commands/generate";
import { chainside } from "../../support/chainside";
import { writtenLines } from "../../support/commandLine";

const source = (name: string): string =>
  `// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\ncontract Shop { function ${name}() external {} }\n`;

describe("chainside generate --watch", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-watch-"));
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "Shop.sol"), source("open"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("generates again with each change, until it is interrupted", async () => {
    const module = join(folder, "clients/Shop.ts");
    const has = (name: string) => () => existsSync(module) && readFileSync(module, "utf8").includes(`"name":"${name}"`);
    const args = ["generate", "typescript", join(folder, "Shop.sol"), "--out", join(folder, "clients"), "--watch"];
    let interrupt = (): void => undefined;
    const watching = chainside(args, { watch: (stop) => (interrupt = stop) });
    await expect.poll(has("open")).toBe(true);
    writeFileSync(join(folder, "Shop.sol"), source("close"));
    await expect.poll(has("close")).toBe(true);
    interrupt();
    expect((await watching).code).toBe(0);
  });

  describe("with what can't be watched", () => {
    const { err } = writtenLines();
    it.each(["--check", "--json"])("is refused: %s", async (option) => {
      const args = ["typescript", join(folder, "Shop.sol"), "--out", folder, "--watch", option];
      expect(await runGenerate(args)).toBe(2);
      expect(err.join("\n")).toContain(`specify --watch or ${option}, not both`);
    });
  });
});
