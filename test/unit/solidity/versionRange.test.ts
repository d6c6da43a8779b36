import { expect, it } from "vitest";
import { releasedVersions } from "../../../src/solidity/compilerReleases/releases";
import { chooseCompiler, evmSetting } from "../../../src/solidity/version/chooseCompiler";
import { defaultEvm, evmOfChain } from "../../../src/solidity/version/evmVersion";
import { readVersionRange, satisfies } from "../../../src/solidity/version/versionRange";

const fitting = (range: string): string[] => {
  const read = readVersionRange(range);
  return read ? releasedVersions.filter((version) => satisfies(version, read)) : [];
};
const ends = (range: string): string => `${fitting(range)[0]} … ${fitting(range).at(-1)}`;

it("reads version pragmas as compilers do, with and without blanks", () => {
  const ranges = [
    ["^0.8.20", "0.8.20 … 0.8.37"],
    [">=0.6.10<0.8.20", "0.6.10 … 0.8.19"],
    [">= 0.6.10   < 0.8.20", "0.6.10 … 0.8.19"],
    [">=0.6.10 <=0.8.26", "0.6.10 … 0.8.26"],
    ["~0.7.4", "0.7.4 … 0.7.6"],
    ["~0.7", "0.7.0 … 0.7.6"],
    ["^0.6", "0.6.0 … 0.6.12"],
    ["^0", "0.4.11 … 0.8.37"],
    ["0.8", "0.8.0 … 0.8.37"],
    ["0.8.x", "0.8.0 … 0.8.37"],
    ["*", "0.4.11 … 0.8.37"],
    ["=0.8.26", "0.8.26 … 0.8.26"],
    ["v0.5.17", "0.5.17 … 0.5.17"],
    ["0.5.2 - 0.6", "0.5.2 … 0.6.12"],
    ["^0.4.25 || ^0.6.0", "0.4.25 … 0.6.12"],
    [">0.8", "undefined … undefined"],
    [">0.7", "0.8.0 … 0.8.37"],
    ["<0.5", "0.4.11 … 0.4.26"],
    ["<=0.5", "0.4.11 … 0.5.17"],
  ];
  expect(ranges.map(([range = ""]) => [range, ends(range)])).toEqual(ranges);
  expect(fitting("^0.4.25 || ^0.6.0")).not.toContain("0.5.17");
  expect(readVersionRange("next")).toBeUndefined();
  expect(readVersionRange("")).toBeUndefined();
});

const offer = { cached: [], released: releasedVersions, preferred: "0.8.30" };
const choose = (
  texts: readonly string[],
  more: object = {},
  chain: Parameters<typeof evmOfChain>[0] = {},
  suite: "standard" | "sm" = "standard",
) =>
  chooseCompiler(
    "A.sol",
    texts.map((text) => ({ sourceName: "A.sol", text })),
    suite,
    { ...offer, ...more },
    { chain: evmOfChain(chain) },
  );

it("chooses what all pragmas together allow, and says why", () => {
  expect(choose(["^0.8.0", ">=0.8.4<0.8.20"])).toMatchObject({ version: "0.8.19", versionReason: { kind: "newest" } });
  expect(choose(["^0.8.0"])).toMatchObject({ version: "0.8.30", versionReason: { kind: "preferred" } });
  expect(choose(["^0.8.0"], { workspace: { version: "0.8.11", path: "/w" } })).toMatchObject({
    version: "0.8.11",
    versionReason: { kind: "workspace" },
  });
  expect(choose(["^0.8.20"], { workspace: { version: "0.8.11", path: "/w" } }).version).toBe("0.8.30");
  expect(choose(["^0.7.0"], { setting: "0.8.1" })).toMatchObject({
    version: "0.8.1",
    versionReason: { kind: "setting" },
  });
  expect(choose(["^0.8.0"], { project: { versions: ["0.8.4", "0.8.17"], file: "f" } })).toMatchObject({
    version: "0.8.17",
  });
  expect(() => choose(["^0.8.0", "^0.7.0"])).toThrow(/No Solidity compiler fits A\.sol/);
});

it("takes a compiler for SM chains whose hash can be changed, where one fits", () => {
  expect(choose([">=0.4.25 <0.6.0"], {}, {}, "sm").version).toBe("0.5.17");
  expect(choose(["^0.4.25"], {}, {}, "sm").version).toBe("0.4.26");
  expect(choose(["^0.5.0"], { workspace: { version: "0.5.2", path: "/w" } }, {}, "sm").version).toBe("0.5.17");
  expect(choose(["^0.5.0"], { workspace: { version: "0.5.3", path: "/w" } }, {}, "sm").version).toBe("0.5.3");
  expect(choose(["=0.4.25"], {}, {}, "sm").version).toBe("0.4.25");
});

it("compiles for the machine that the chain runs", () => {
  expect(evmOfChain({ compatibilityVersion: "3.1.0" })).toBe("london");
  expect(evmOfChain({ compatibilityVersion: "3.2.0" })).toBe("paris");
  expect(evmOfChain({ compatibilityVersion: "3.16.0", features: ["feature_evm_cancun"] })).toBe("cancun");
  expect(evmOfChain({ compatibilityVersion: "3.16.0", executorVersion: 1 })).toBe("cancun");
  const old = choose(["^0.8.0"], {}, { compatibilityVersion: "3.0.0" });
  expect(old).toMatchObject({ evmVersion: "london", evmReason: { kind: "chain" } });
  expect(evmSetting(old)).toBe("london");
  const own = choose(["0.8.11"], {}, { compatibilityVersion: "3.6.0" });
  expect(own).toMatchObject({ evmVersion: "london", evmReason: { kind: "compilerDefault" } });
  expect(evmSetting(own)).toBeUndefined();
  expect(["0.4.26", "0.5.17", "0.8.11", "0.8.19", "0.8.26", "0.8.37"].map(defaultEvm)).toEqual([
    "byzantium",
    "istanbul",
    "london",
    "paris",
    "cancun",
    "osaka",
  ]);
});
