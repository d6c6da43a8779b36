import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGenerate } from "../../../src/cli/commands/generate";
import { writtenLines } from "../../support/commandLine";

const shop = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Shop {
    /// Something was sold.
    /// @param id what it was
    event Sold(uint64 indexed id);

    /// Nothing of it is left.
    /// @param id of the item
    error Gone(uint64 id);

    function buy(uint64 id) external {
        if (id == 0) revert Gone(id);
        emit Sold(id);
    }
}
`;
const stall = '[{"type":"function","name":"open","inputs":[],"outputs":[],"stateMutability":"nonpayable"}]';

describe("chainside generate typescript --check", () => {
  let folder: string;
  let clients: string;
  const { out, err } = writtenLines();
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-generate-"));
    clients = join(folder, "clients");
    writeFileSync(join(folder, "Shop.sol"), shop);
    writeFileSync(join(folder, "Stall.abi"), stall);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const sources = () => [join(folder, "Shop.sol"), join(folder, "Stall.abi")];
  const generate = (...options: string[]): Promise<number> =>
    runGenerate(["typescript", ...sources(), "--out", clients, ...options]);
  /** What a run that writes nothing leaves as it is. */
  const written = () =>
    existsSync(clients)
      ? readdirSync(clients).map((name) => {
          const path = join(clients, name);
          return [name, statSync(path).mtimeMs, readFileSync(path, "utf8")];
        })
      : undefined;
  const module = (name: string): string => join(clients, name);

  it("names what is missing, before anything was generated", async () => {
    expect(await generate("--check")).toBe(1);
    expect(err).toEqual([`missing: ${module("Shop.ts")}`, `missing: ${module("Stall.ts")}`]);
    expect(written()).toBeUndefined();
  });

  it("finds all current that was just generated", async () => {
    expect(await generate()).toBe(0);
    const before = written();
    const text = readFileSync(module("Shop.ts"), "utf8");
    for (const message of ["   * Something was sold.", "   * @param id what it was", "       * Nothing of it is left."])
      expect(text.split("\n")).toContain(message);
    out.length = 0;
    expect(await generate("--check")).toBe(0);
    expect([out, err]).toEqual([["All files are current: 2"], []]);
    expect(written()).toEqual(before);
  });

  it("names the file whose source was changed, and no other, and leaves it as it is", async () => {
    const before = written();
    writeFileSync(join(folder, "Shop.sol"), shop.replace("Something was sold.", "Something was sold for good."));
    expect(await generate("--check")).toBe(1);
    expect([out, err]).toEqual([["Files to generate again: 1"], [`stale: ${module("Shop.ts")}`]]);
    expect(written()).toEqual(before);
    expect(await generate()).toBe(0);
    expect(readFileSync(module("Shop.ts"), "utf8")).toContain("Something was sold for good.");
    expect(await generate("--check")).toBe(0);
  });

  it("tells files that are missing from stale ones, also as JSON", async () => {
    rmSync(module("Shop.ts"));
    writeFileSync(module("Stall.ts"), `${readFileSync(module("Stall.ts"), "utf8")}// changed\n`);
    const before = written();
    expect(await generate("--check", "--json")).toBe(1);
    expect(JSON.parse(out.join("\n"))).toEqual({
      files: [
        { path: module("Shop.ts"), contract: "Shop", state: "missing" },
        { path: module("Stall.ts"), contract: "Stall", state: "stale" },
      ],
    });
    expect(written()).toEqual(before);
  });

  it("takes lines that end as Windows has them for the same", async () => {
    expect(await generate()).toBe(0);
    writeFileSync(module("Shop.ts"), readFileSync(module("Shop.ts"), "utf8").replaceAll("\n", "\r\n"));
    expect(await generate("--check")).toBe(0);
  });
});
