import { describe, expect, it } from "vitest";
import { shortNumber } from "../../../src/webview/explorer/shortNumber";

describe("the figures of the explorer's cards", () => {
  it.each([
    [0, "0"],
    [0.00001, "0"],
    [0.25, "0.25"],
    [1, "1"],
    [3.18, "3.2"],
    [9.96, "10"],
    [42.4, "42"],
    [99.7, "100"],
    [100, "100"],
    [123456, "123456"],
  ])("%s", (value, shown) => {
    expect(shortNumber(value)).toBe(shown);
  });
});
