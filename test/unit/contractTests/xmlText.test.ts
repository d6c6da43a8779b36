import { expect, it } from "vitest";
import { xml } from "../../../src/contractTests/report/xmlText";

it("a report holds nothing that steers a screen or runs backwards, and no markup", () => {
  for (const code of [0x9b, 0x85, 0x7f, 0x202e, 0x2066, 0x200b, 0xfeff, 0x2028, 0xe0001, 0, 0x1b])
    expect(xml(`a${String.fromCodePoint(code)}b`)).not.toContain(String.fromCodePoint(code));
  expect(xml("\u009b31m\u202e")).toBe("\\u009b31m\\u202e");
  expect(xml('<a>\t&\r\n"茶 😀')).toBe("&lt;a&gt;&#9;&amp;&#13;&#10;&quot;茶 😀");
});
