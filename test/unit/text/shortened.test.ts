import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortened } from "../../../src/text/shortText";

describe("a text that is shortened", () => {
  it.each([
    ["", 3, ""],
    ["abc", 3, "abc"],
    ["abcd", 3, "abc…"],
    ["ab\u{1f600}d", 3, "ab…"],
    ["ab\u{1f600}d", 4, "ab\u{1f600}…"],
    ["汉字汉字", 2, "汉字…"],
    ["\u{1f600}", 1, "…"],
  ])("%j to %i: %j", (text, max, expected) => {
    expect(shortened(text, max)).toBe(expected);
  });

  it("begins as the text does, and has no half characters that the text hasn't", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const short = shortened(text, max);
        expect(text.startsWith(short.replace(/…$/, ""))).toBe(true);
        expect(/\p{Surrogate}/u.test(short)).toBe(false);
        expect(short.length).toBeLessThanOrEqual(max + 1);
      }),
    );
  });
});
