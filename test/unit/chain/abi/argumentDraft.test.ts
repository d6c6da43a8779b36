import { describe, expect, it } from "vitest";
import { readParameters } from "../../../../src/chain/abi/abiType";
import { readArgument } from "../../../../src/chain/abi/abiValue";
import { draftsOfText, draftsOfValues } from "../../../../src/chain/abi/argumentDraft";
import { parseWholeNumber } from "../../../../src/chain/abi/numberUnits";

const person = {
  name: "people",
  type: "tuple[]",
  components: [
    { name: "name", type: "string" },
    { name: "marks", type: "uint8[2]" },
    { name: "home", type: "tuple", components: [{ name: "zip", type: "bytes2" }] },
  ],
};
const parameters = readParameters([{ name: "count", type: "uint256" }, { name: "open", type: "bool" }, person], "f");

describe("arguments of a form", () => {
  it("come from a list, exact in numbers of any size", () => {
    const text =
      '[115792089237316195423570985008687907853269984665640564039457584007913129639935, true, [{"name": "A, \\"B\\"", "marks": [1, 2], "home": ["0x1234"]}]]';
    const drafts = draftsOfText("f", parameters, text);
    expect(drafts).toEqual([
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      "true",
      [['A, "B"', ["1", "2"], ["0x1234"]]],
    ]);
    expect(parameters.map((parameter, index) => readArgument(parameter, drafts[index], index))[0]).toBe(
      2n ** 256n - 1n,
    );
  });

  it("come from names, and leave open what is not given", () => {
    expect(draftsOfText("f", parameters, "{people: [{name: 李}], count: 0x10}")).toEqual([
      "0x10",
      "",
      [["李", ["", ""], [""]]],
    ]);
  });

  it("come from decoded values, so that a call can be repeated", () => {
    const values = ["7", false, [{ name: "A", marks: ["1", "2"], home: { zip: "0x0102" } }]];
    expect(draftsOfValues(parameters, values)).toEqual(["7", "false", [["A", ["1", "2"], ["0x0102"]]]]);
  });

  it.each([
    ["[1, 2", "argumentSyntax"],
    ["[1]", "argumentCount"],
    ["12", "argumentList"],
    ["{number: 1}", "argumentUnknownMember"],
  ])("say what is wrong with %s", (text, code) => {
    expect(() => draftsOfText("f", parameters, text)).toThrow(expect.objectContaining({ kind: "usage", code }));
  });
});

describe("whole numbers as people write them", () => {
  it.each([
    ["-42", -42n],
    ["1_000", 1000n],
    ["0xFF", 255n],
    ["1.5 ether", 1_500_000_000_000_000_000n],
    ["20gwei", 20_000_000_000n],
    ["1e18", 10n ** 18n],
    ["2.5e1", 25n],
    ["3 days", 259_200n],
    ["1 week", 604_800n],
    ["0.5 hours", 1800n],
  ])("%s", (text, number) => {
    expect(parseWholeNumber(text)).toBe(number);
  });

  it.each(["", "1.5", "ten", "1.5 wei", "1 apple", "0x", "1e999", "--1", "1 2"])("%j is none", (text) => {
    expect(parseWholeNumber(text)).toBeUndefined();
  });
});
