import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleJson, visibleLine, visibleText } from "../../../src/text/visibleText";

/** Controls, what steers direction or takes no room, lone halves: by the numbers of Unicode's own tables. */
function isHarmful(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const ranges = [
    [0, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x3164, 0x3164],
    [0xd800, 0xdfff],
    [0xfeff, 0xfeff],
    [0xffa0, 0xffa0],
    [0xfff9, 0xfffb],
    [0xe0000, 0xe007f],
  ];
  return ranges.some(([from = 0, to = 0]) => code >= from && code <= to);
}

const harmfulOf = (text: string): string[] => [...text].filter(isHarmful);
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc
    .array(
      fc.constantFrom(
        "\u001b]52;c;aGk=\u0007",
        "\u009b31m",
        "\r",
        "\n",
        "\u202e",
        "\u200b",
        "\ufeff",
        "a",
        "合",
        "\u{e0041}",
      ),
    )
    .map((parts) => parts.join("")),
);

describe("foreign text made visible", () => {
  it("leaves what can be seen as it is", () => {
    const plain = 'set("héllo") 合约 ✓ → ❤️ 🙂 C:\\x $HOME';
    for (const show of [visibleLine, visibleText, visibleJson]) expect(show(plain)).toBe(plain);
  });

  it("writes what cannot as JSON would", () => {
    expect(visibleLine("a\u001b[2J\u0007\u009b\u202eb\u200b\n\t\r\u{e0041}\ud800")).toBe(
      "a\\u001b[2J\\u0007\\u009b\\u202eb\\u200b\\n\\t\\r\\udb40\\udc41\\ud800",
    );
    expect(visibleText("one\r\ntwo\tthree\rfour\u0000")).toBe("one\r\ntwo\tthree\\u000dfour\\u0000");
  });

  it("never lets a harmful character through", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(harmfulOf(visibleLine(text))).toEqual([]);
        expect(harmfulOf(visibleText(text)).filter((each) => !"\r\n\t".includes(each))).toEqual([]);
      }),
    );
  });

  it("does not change the value of JSON", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(undefined, 2), (text, indent) => {
        const json = visibleJson(JSON.stringify({ [text]: [text] }, undefined, indent));
        expect(harmfulOf(json).filter((each) => each !== "\n")).toEqual([]);
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
      }),
    );
  });
});
