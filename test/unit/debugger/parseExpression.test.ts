import { expect, it } from "vitest";
import { parseExpression } from "../../../src/debugger/expression/parseExpression";

const numberOf = (text: string): bigint | undefined => {
  const read = parseExpression(text);
  return read.kind === "number" ? read.value : undefined;
};

it("reads numbers as Solidity writes them", () => {
  const written: readonly (readonly [string, bigint])[] = [
    ["12", 12n],
    ["1_000", 1000n],
    ["0xff", 255n],
    ["1e18", 10n ** 18n],
    ["2.5e3", 2500n],
    ["3 days", 259_200n],
    ["1.5 ether", 15n * 10n ** 17n],
    [".5 gwei", 500_000_000n],
    ["0.000000000000000001 ether", 1n],
  ];
  expect(written.map(([text]) => [text, numberOf(text)])).toEqual(written);
});

it("tells how many hex digits stand there", () => {
  expect(parseExpression("0x12_34")).toEqual({ kind: "number", value: 0x1234n, digits: 4 });
  expect(parseExpression("12")).toEqual({ kind: "number", value: 12n, digits: undefined });
});

it("takes no fraction and no other word for a number", () => {
  for (const text of ["1.5", "0.1 wei", "1 constructor", "1x", "0xfg"]) expect(() => parseExpression(text)).toThrow();
});
