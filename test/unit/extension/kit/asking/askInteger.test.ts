import { beforeEach, expect, it } from "vitest";
import { askInteger } from "../../../../../src/extension/kit/asking/ask";
import { host } from "../../../../support/fakeVscode/fakeHost";

beforeEach(() => host.reset());

const ask = (typed: string, range: { from: number; to?: number }): Promise<number> => {
  host.texts = [typed];
  return askInteger({ title: "Question", prompt: "Number" }, range);
};

it("both ends of a range are in it", async () => {
  for (const typed of ["1", " 3 ", "5"]) expect(await ask(typed, { from: 1, to: 5 })).toBe(Number(typed));
  for (const typed of ["0", "6", "-1", "1.5", "1e0", "0x1", ""])
    await expect(ask(typed, { from: 1, to: 5 })).rejects.toThrow();
  expect(new Set(host.messages)).toEqual(new Set(["Enter an integer from 1 to 5."]));
});

it("without an upper end a number is taken as far as it stays the one that was typed", async () => {
  expect(await ask("9007199254740991", { from: 1 })).toBe(9_007_199_254_740_991);
  for (const typed of ["0", "9007199254740993", "1".repeat(30)])
    await expect(ask(typed, { from: 1 })).rejects.toThrow();
  expect(new Set(host.messages)).toEqual(new Set(["Enter an integer from 1."]));
});
