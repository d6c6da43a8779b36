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

it("reads what Solidity writes, by the parser of sources", () => {
  const name = (text: string) => ({ kind: "name", name: text });
  const one = { kind: "number", value: 1n, digits: undefined };
  const read: readonly (readonly [string, unknown])[] = [
    [
      "a - b - 1",
      {
        kind: "binary",
        operator: "-",
        left: { kind: "binary", operator: "-", left: name("a"), right: name("b") },
        right: one,
      },
    ],
    [
      "a ** b ** 1",
      {
        kind: "binary",
        operator: "**",
        left: name("a"),
        right: { kind: "binary", operator: "**", left: name("b"), right: one },
      },
    ],
    ["-a", { kind: "unary", operator: "-", operand: name("a") }],
    ["a ? b : 1", { kind: "choice", condition: name("a"), yes: name("b"), no: one }],
    ["a.b[1]", { kind: "index", of: { kind: "member", of: name("a"), name: "b" }, index: one }],
    ["a[]", { kind: "index", of: name("a"), index: undefined }],
    ["a[1:]", { kind: "slice", of: name("a"), from: one }],
    ["a[:1]", { kind: "slice", of: name("a"), to: one }],
    ["a[1:b]", { kind: "slice", of: name("a"), from: one, to: name("b") }],
    ["a[:]", { kind: "slice", of: name("a") }],
    ["f(a, 1)", { kind: "call", of: name("f"), arguments: [name("a"), one] }],
    ["P({x: 1, y: a})", { kind: "call", of: name("P"), arguments: [one, name("a")], names: ["x", "y"] }],
    ["(a, 1)", { kind: "tuple", items: [name("a"), one] }],
    ["(a)", name("a")],
    ["[a, 1]", { kind: "list", items: [name("a"), one] }],
    ["()", { kind: "tuple", items: [] }],
    ["true", { kind: "bool", value: true }],
    ["uint(a)", { kind: "call", of: name("uint"), arguments: [name("a")] }],
    ["payable(a)", { kind: "call", of: name("payable"), arguments: [name("a")] }],
    ["address payable", name("address")],
    ["uint8[]", { kind: "index", of: name("uint8"), index: undefined }],
    ['"a\\"b\\n\\x41\\u4e2d"', { kind: "text", value: 'a"b\nA中' }],
    ["'it'", { kind: "text", value: "it" }],
    ['unicode"好"', { kind: "text", value: "好" }],
    ['hex"00_ff"', { kind: "bytes", hex: "00ff" }],
  ];
  for (const [text, expected] of read) expect(parseExpression(text), text).toEqual(expected);
});

it("says what doesn't fit, and where it ends too early", () => {
  const refused: readonly (readonly [string, string])[] = [
    ["", "the expression ends too early"],
    ["a +", "the expression ends too early"],
    ["f(a", "the expression ends too early"],
    ['"a', "the expression ends too early"],
    ['"a\\"', "the expression ends too early"],
    ["a b", "unexpected b"],
    ["a = 1", "unexpected ="],
    ["a++", "unexpected ++"],
    ["--a", "unexpected --"],
    ["delete a", "unexpected delete"],
    ["a >>> 1", "unexpected >>>"],
    ["f{value: 1}(a)", "unexpected {"],
    ["(a, , 1)", "unexpected ,"],
    ["a[:1:1]", "unexpected :"],
    ["a[1:1:1]", "unexpected :"],
    ["new P(1)", "unexpected new P"],
    ['"a" "b"', 'unexpected "a"'],
    ["mapping(uint => uint)", "unexpected mapping"],
    ["a @ b", "unexpected @"],
    [`a${"[1]".repeat(400)}`, "unexpected ["],
    ["1".repeat(5000), "the expression is too long"],
  ];
  for (const [text, message] of refused) expect(() => parseExpression(text), text.slice(0, 40)).toThrow(message);
  expect(() => parseExpression("(".repeat(500))).toThrow("unexpected");
});
