import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { cheatAddresses } from "../../../src/contractTests/cheats/cheatAddresses";
import { cheatCodes } from "../../../src/contractTests/cheats/cheatTable";
import { testSource } from "../../../src/solidity/fisco/solidityTexts";

const root = resolve(import.meta.dirname, "../../..");
const nameOf = (signature: string): string => signature.slice(0, signature.indexOf("("));

describe("the table of cheat codes", () => {
  it("stands at the address that Foundry has them at", () => {
    expect(cheatAddresses[0]).toBe("7109709ecfa91a80626ff3989d68f67f5b1dd12d");
  });

  it("has every signature once", () => {
    const signatures = cheatCodes.map(({ signature }) => signature);
    expect(new Set(signatures).size).toBe(signatures.length);
  });

  it("is the interface of fisco/Vm.sol", () => {
    const lines = (testSource("fisco/Vm.sol") ?? "").split("\n").filter((line) => line.trim().startsWith("function "));
    expect(lines).toHaveLength(cheatCodes.length);
    const names = lines.map((line) => nameOf(line.trim().slice("function ".length)));
    expect(names.sort()).toEqual(cheatCodes.map(({ signature }) => nameOf(signature)).sort());
  });

  it("is the table of the docs", () => {
    const docs = readFileSync(join(root, "docs/contract-tests.md"), "utf8");
    const named = new Set([...docs.matchAll(/`(\w{1,60})`/g)].map(([, name]) => name));
    const missing = cheatCodes.map(({ signature }) => nameOf(signature)).filter((name) => !named.has(name));
    expect([...new Set(missing)]).toEqual([]);
  });
});
