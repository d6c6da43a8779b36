import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactJson, stringifyExactJson } from "../../../../src/chain/json/exactJson";

describe("exact JSON", () => {
  it("keeps integers beyond 2^53", () => {
    const text =
      '{"a":18446744073709551615,"b":[-9007199254740993, 9007199254740991],"c":"18446744073709551615","d":1e30,"e":1234567890123456.5}';
    expect(parseExactJson(text)).toEqual({
      a: 18446744073709551615n,
      b: [-9007199254740993n, 9007199254740991],
      c: "18446744073709551615",
      d: 1e30,
      e: 1234567890123456.5,
    });
    expect(parseExactJson(" 9223372036854775807")).toBe(9223372036854775807n);
  });

  it("is not misled by quotes, escapes and numbers inside texts", () => {
    const value = { 'k":12345678901234567890,"': '\\":[12345678901234567890', n: 12345678901234567890n };
    expect(parseExactJson(stringifyExactJson(value))).toEqual(value);
  });

  it("throws as JSON.parse does", () => {
    for (const text of [
      "",
      "{",
      '{"a":12345678901234567890',
      '["12345678901234567890',
      "[-]",
      "[12345678901234567890x]",
    ]) {
      expect(() => parseExactJson(text), text).toThrow(SyntaxError);
    }
  });

  it("agrees with JSON.parse on everything else", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        const wrapped = `{"x":12345678901234567890,"y":${text}}`;
        expect((parseExactJson(wrapped) as { y: unknown }).y).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });
});
