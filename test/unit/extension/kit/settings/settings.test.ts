import { beforeEach, expect, it } from "vitest";
import { setting } from "../../../../../src/extension/kit/settings/settings";
import { host } from "../../../../support/fakeVscode/fakeHost";

beforeEach(() => host.reset());

it.each([
  ["connections", {}, []],
  ["connections", [{ name: "a" }], [{ name: "a" }]],
  ["addressBook", ["0x"], {}],
  ["addressBook", null, {}],
  ["solidity.compiler", 8, ""],
  ["refreshIntervalMs", "soon", 2000],
  ["refreshIntervalMs", 900, 900],
  ["refreshIntervalMs", 0, 2000],
  ["refreshIntervalMs", 2 ** 40, 2000],
  ["blocks.pageSize", 7.5, 20],
] as const)("%s of %o counts as %o", (name, value, counts) => {
  host.settings.set(`chainside.${name}`, value);
  expect(setting(name)).toEqual(counts);
});
