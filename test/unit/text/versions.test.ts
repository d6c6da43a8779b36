import { expect, it } from "vitest";
import {
  atLeast,
  compareVersions,
  dataVersionIn,
  isChainVersion,
  isDataVersion,
  isVersion,
  versionNumber,
} from "../../../src/text/versions";

it.each([
  ["3.16.4", 0x03100400],
  ["v3.16.4", 0x03100400],
  ["3.16.0-rc1", 0x03100000],
  ["3.2", 0x03020000],
  ["", 0],
  ["3.999.1", 0x03ff0100],
  [`3.1.2.${"9.".repeat(100_000)}`, 0x03010200],
])("the number of %.20s", (text, number) => {
  expect(versionNumber(text)).toBe(number);
  expect(versionNumber(text)).toBe(number); // also when it is known
});

it("orders versions by their numbers, not by their letters", () => {
  expect(atLeast("3.16.0", "3.9.0")).toBe(true);
  expect(atLeast("3.9.0", "3.16.0")).toBe(false);
  expect(atLeast("3.4.0", "3.4.0")).toBe(true);
  expect(["0.8.26+commit.8a97fa7a", "0.8.4", "v0.8.10", "0.7.6"].sort(compareVersions)).toEqual([
    "0.7.6",
    "0.8.4",
    "v0.8.10",
    "0.8.26+commit.8a97fa7a",
  ]);
});

it("knows a release from another text", () => {
  expect(["3.16.4", "3.0.0"].every(isChainVersion)).toBe(true);
  expect(["2.9.1", "3.16", "3.16.4-rc1", "v3.1.0", "3.100.0", ""].some(isChainVersion)).toBe(false);
});

it("knows a release of any generation", () => {
  expect(["3.16.4", "v2.9", "3.0.0-rc1"].every(isVersion)).toBe(true);
  expect(["3", "3.16.4 ", "3.16.4.1", "newest", "3.0.0-beta"].some(isVersion)).toBe(false);
});

it("knows versions of a chain's data, whose numbers are bytes", () => {
  expect(["3.0", "3.16.4", "255.255.255"].filter(isDataVersion)).toHaveLength(3);
  expect(["3", "3.256", "256.0.0", "3.16.4.1", "v3.16", "3.16.4-rc1", "3.", ""].filter(isDataVersion)).toEqual([]);
});

it("what a chain is told as its data version is read as nodes read it", () => {
  expect(["3.17", "3.17.256", "3.17.0.0", "255.255.255"].map(dataVersionIn)).toEqual([
    0x03110000, 0x03120000, 0x03110000, 0xffffff00,
  ]);
  expect(["3", "256.0.0", "v3.17.0", "3.17.0 ", "abc", "", "-1.0.0", "3.16.4-rc1"].map(dataVersionIn)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
});
