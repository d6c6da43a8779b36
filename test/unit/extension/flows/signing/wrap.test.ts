import { describe, expect, it } from "vitest";
import { wrap } from "../../../../../src/extension/flows/signing/wholeLines";

describe("a warning in lines", () => {
  it.each([
    ["stays whole when it fits.", 30, ["stays whole when it fits."]],
    ["one two three four", 9, ["one two", "three", "four"]],
    ["averyveryverylongword fits", 5, ["averyveryverylongword", "fits"]],
    ["共识节点太少，不再出块。", 12, ["共识节点太", "少，不再出", "块。"]],
    ["node node0 离线", 10, ["node node0", "离线"]],
    ["设置（node0）离线", 11, ["设置", "（node0）离", "线"]],
    ["名称为 node0，离线", 13, ["名称为", "node0，离线"]],
    ["名称为“测试”的节点", 7, ["名称为", "“测试”", "的节点"]],
    ["", 10, [""]],
  ])("%j in %i columns", (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it("leaves room at the end of the first line", () => {
    expect(wrap("one two three four five", 14, 8)).toEqual(["one two", "three four", "five"]);
  });

  it("loses nothing", () => {
    const text = "Too few sealers reach each other, so transactions wait in the pool and no block is made.";
    expect(wrap(text, 20).join(" ")).toBe(text);
  });
});
