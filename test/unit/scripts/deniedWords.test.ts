import { describe, expect, it } from "vitest";
import { deadDenials } from "../../../scripts/lint/deniedWords";
import { parseSource } from "../../../scripts/lint/sources";

const dead = (text: string): string[] =>
  deadDenials(parseSource("test/unit/a.test.ts", text), "node queries {0}\nretry");

describe("words that a test denies", () => {
  it.each([
    "expect(row).not.toMatch(/queries [0-9a-f]{8}/);",
    'expect(row).toContain("asks"); expect(other).not.toContain("asks");',
    'send("<b>bold</b>"); await expect.poll(text).not.toMatch(/<b>/);',
    "expect(row).not.toMatch(/asks|Retry/);",
    "expect(row).not.toContain(name);",
    "// words of VS Code\nexpect(row).not.toMatch(/asks/);",
  ])("are said by the test or by the product: %s", (text) => expect(dead(text)).toEqual([]));

  it.each([
    "expect(row).not.toMatch(/asks/);",
    'it("asks another node", () => expect.poll(row).not.toContain("asks"));',
    'expect(one).not.toContain("asks"); expect(two).not.toContain("asks");',
  ])("are found where nothing says them: %s", (text) => expect(dead(text)[0]).toMatch(/nothing says "asks"/));
});
