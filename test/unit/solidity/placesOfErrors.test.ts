import { expect, it } from "vitest";
import { readCompilerOutput } from "../../../src/solidity/compile/standardJson";

const source =
  "pragma solidity ^0.4.0;\n// 余额 ünïcödé\ncontract C {\n  function f() public { 余额; missing(); }\n}\n";
const contents = new Map([["contracts/C.sol", source]]);
const of = (formattedMessage: string) => {
  const errors = [{ severity: "error", type: "DeclarationError", message: "Undeclared identifier.", formattedMessage }];
  const [found] = readCompilerOutput(JSON.stringify({ errors }), contents).diagnostics;
  const { start = -2, end = -2, file } = found?.place ?? {};
  return [file, start < 0 ? start : Buffer.from(source).subarray(start, end).toString("utf8")];
};

it("errors of old compilers, which name the place only in their text, stand there", () => {
  const column = Buffer.from("  function f() public { 余额; ").length + 1;
  expect(
    of(`contracts/C.sol:4:${column}: DeclarationError: Undeclared identifier.\n  missing();\n  ^-----^\n`),
  ).toEqual(["contracts/C.sol", "missing"]);
  expect(of("contracts/C.sol:3:1: ParserError: x\n")).toEqual(["contracts/C.sol", "contract"]);
  expect(of("contracts/C.sol:5:1: ParserError: x\n")).toEqual(["contracts/C.sol", "}"]);
  expect(of("contracts/C.sol:99:1: ParserError: x\n")).toEqual(["contracts/C.sol", -1]);
  expect(of("Other.sol:1:1: ParserError: x\n")).toEqual([undefined, -2]);
  expect(of("no place at all")).toEqual([undefined, -2]);
});
