import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extractFunction } from "../../../../src/solidity/language/refactor/extractFunction";
import { extractConstant, extractVariable } from "../../../../src/solidity/language/refactor/extractValue";
import type { Refactoring, Selected } from "../../../../src/solidity/language/refactor/refactoring";
import { requireToError } from "../../../../src/solidity/language/refactor/requireError";
import { otherVisibilities } from "../../../../src/solidity/language/refactor/visibility";
import { changedText } from "../../../../src/solidity/program/textChange";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";
let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace({});
});
afterAll(() => workspace.close());

/** The text with what lies between `«` and `»` selected, or nothing at `|`. */
async function select(
  marked: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Selected & { text: string }> {
  const text = `${marked.startsWith("pragma") ? "" : head}${marked}`;
  const start = text.search(/[«|]/);
  const end = text.includes("»") ? text.indexOf("»") - 1 : start;
  const plain = text.replace(/[«»]|\|(?!\|)/g, "");
  workspace.write("A.sol", plain);
  for (const [name, content] of Object.entries(more)) workspace.write(name, head + content);
  const found = await workspace.service.project(workspace.request("A.sol"), "whole");
  if (!found) throw new Error("not there");
  return { ...found, start, end, text: plain };
}

/** What comes of it, which compiles; undefined where nothing is offered. */
async function applied(
  marked: string,
  make: (selected: Selected) => Refactoring | undefined,
): Promise<string | undefined> {
  const selected = await select(marked);
  const made = make(selected);
  if (!made) return undefined;
  const text = changedText(selected.text, made.changes);
  workspace.write("A.sol", text);
  const [file] = await workspace.check("A.sol");
  expect(file?.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  return text.replace(head, "");
}

const inFunction = (body: string, words = "public"): string =>
  `contract A {\n    uint256 total;\n\n    function f(uint256 a, uint256 b) ${words} {\n        ${body}\n    }\n}\n`;

describe("a requirement", () => {
  const made = (body: string) => applied(inFunction(body), requireToError);

  it("becomes an error by its words, with the opposite condition", async () => {
    expect(await made('|require(a >= b, "Bank: too few coins");')).toBe(
      `contract A {\n    error TooFewCoins();\n\n    uint256 total;\n\n    function f(uint256 a, uint256 b) public {\n        if (a < b) revert TooFewCoins();\n    }\n}\n`,
    );
    expect(await made('require(|a > 0 && b > 0, "no");')).toContain("if (!(a > 0 && b > 0)) revert No();");
    expect(await made("|require(!(a == b));")).toContain("if (a == b) revert FFailed();");
    expect(await made('|revert("gone");')).toContain("        revert Gone();");
    expect(await made('if (a > 1) |require(b > 1, "few"); else total = b;')).toContain(
      "if (a > 1) { if (b <= 1) revert Few(); } else total = b;",
    );
  });

  it("takes an error that is there, and goes below the others", async () => {
    const contract = (line: string) =>
      `contract A {\n    error Other(uint256 x);\n    error Small();\n\n    function f(uint256 a) public pure {\n        ${line}\n    }\n}\n`;
    expect(await applied(contract('|require(a > 1, "small");'), requireToError)).toBe(
      contract("if (a <= 1) revert Small();"),
    );
    expect(await applied(contract('|require(a > 1, "other");'), requireToError)).toContain(
      "error Small();\n    error Other2();",
    );
  });

  it("stays where a word would be lost, where its words are worked out, and before 0.8.4", async () => {
    expect(await made('|require(a > b /* why */, "x");')).toBeUndefined();
    expect(await made('|require(a > b, string.concat("x", "y"));')).toBeUndefined();
    expect(
      await applied(`pragma solidity 0.7.6;\n${inFunction('|require(a > b, "x");')}`, requireToError),
    ).toBeUndefined();
  });
});

describe("a selected expression", () => {
  const variable = (body: string) => applied(inFunction(body), extractVariable);

  it("gets a name before its statement, with its type", async () => {
    expect(await variable("total = «a * b» + 1;")).toContain(
      "        uint256 value = a * b;\n        total = value + 1;",
    );
    expect(await variable("if («msg.sender» == address(this)) total = 1;")).toContain("address value = msg.sender;");
    expect(await variable("bytes32 hash = keccak256(«abi.encode(a, b)»); total = uint256(hash);")).toContain(
      "bytes memory value = abi.encode(a, b);",
    );
    expect(await variable("uint8 small = «7»; total = small;")).toContain(
      "uint8 value = 7;\n        uint8 small = value;",
    );
  });

  it("stays where it is worked out later, again, or after something else", async () => {
    expect(await variable("if (a > 0 && «b / a» > 1) total = 1;")).toBeUndefined();
    expect(await variable("while («a * b» > total) total++;")).toBeUndefined();
    expect(await variable("total = a > 0 ? «b / a» : 0;")).toBeUndefined();
    expect(await variable("total = total++ + «total * 2»;")).toBeUndefined();
    expect(await variable("«total» = a;")).toBeUndefined();
    expect(await variable("if (a > b) total = «a * b»;")).toBeUndefined();
    expect(await variable("total = a «+ b»;")).toBeUndefined();
  });

  it("becomes a constant where it is a number whose type is known", async () => {
    expect(await applied(inFunction("total = a + «100»;"), extractConstant)).toBe(
      `contract A {\n    uint256 private constant NAMED_VALUE = 100;\n\n    uint256 total;\n\n    function f(uint256 a, uint256 b) public {\n        total = a + NAMED_VALUE;\n    }\n}\n`,
    );
    expect(await applied(inFunction("total = a << «8»;"), extractConstant)).toBeUndefined();
    expect(await applied(inFunction("total = «a»;"), extractConstant)).toBeUndefined();
  });
});

describe("selected statements", () => {
  const extracted = (body: string, words?: string) => applied(inFunction(body, words), extractFunction);

  it("become a function with what they need and give", async () => {
    expect(await extracted("«uint256 c = a * b;\n        uint256 d = c + 1;»\n        total = d;")).toBe(
      `contract A {\n    uint256 total;\n\n    function f(uint256 a, uint256 b) public {\n        uint256 d = extracted(a, b);\n        total = d;\n    }\n\n    function extracted(uint256 a, uint256 b) private returns (uint256) {\n        uint256 c = a * b;\n        uint256 d = c + 1;\n        return d;\n    }\n}\n`,
    );
    expect(await extracted("«a += 1;\n        b += a;»\n        total = a + b;")).toContain(
      "        (a, b) = extracted(a, b);\n",
    );
    expect(await extracted("«total = a;»")).toContain("        extracted(a);\n");
    expect(await extracted("for (uint256 i; i < b; i++) {\n            «a += i;»\n        }")).toContain(
      "a = extracted(a, i);",
    );
    expect(
      await extracted(
        "bytes memory c = abi.encode(a);\n        «bytes memory d = abi.encode(c, b);»\n        d;",
        "public pure",
      ),
    ).toContain("function extracted(bytes memory c, uint256 b) private pure returns (bytes memory) {");
  });

  it("stay where they leave the function, or work with more than names", async () => {
    expect(await extracted("«if (a > b) return;»\n        total = 1;")).toBeUndefined();
    expect(await extracted("«assembly { mstore(0, a) }»")).toBeUndefined();
    expect(await extracted("unchecked {\n            «a += 1;»\n        }\n        total = a;")).toBeUndefined();
    expect(await extracted("total = «a;»")).toBeUndefined();
    expect(await extracted("«a += 1;\n        uint256 c = a;»\n        total = a + c;")).toBeUndefined();
  });
});

describe("a visibility", () => {
  const others = async (marked: string, more?: Readonly<Record<string, string>>): Promise<string[]> =>
    otherVisibilities(await select(marked, more)).map(({ value }) => value);

  it("may be what leaves every use as it is", async () => {
    expect(await others("contract A { function |f() public {} }")).toEqual(["external", "internal", "private"]);
    expect(await others("contract A { function |f() public {} function g() public { f(); } }")).toEqual([
      "internal",
      "private",
    ]);
    expect(
      await others("contract A { function |f() public {} }\ncontract B { function g(A a) public { a.f(); } }"),
    ).toEqual(["external"]);
    expect(
      await others("contract A { function |f() public {} }\ncontract B is A { function g() public { f(); } }"),
    ).toEqual(["internal"]);
    expect(
      await others(
        "contract A { function |f() public {} function g() public pure returns (bytes4) { return this.f.selector; } }",
      ),
    ).toEqual(["external"]);
    expect(await others("contract A { uint256 public |x; }")).toEqual(["internal", "private"]);
    expect(await others("contract A { uint256 |x; }")).toEqual(["public", "private"]);
  });

  it("is seen in other files, and left to what overrides", async () => {
    const used = { "B.sol": 'import "./A.sol";\ncontract B { function g(A a) public { a.f(); } }' };
    expect(await others("contract A { function |f() public {} }", used)).toEqual(["external"]);
    workspace.write("B.sol", head);
    expect(await others("contract A { function |f() public virtual {} }")).toEqual([]);
    expect(await others("interface A { function |f() external; }")).toEqual([]);
  });

  it("is written in its place", async () => {
    const selected = await select(
      "contract A { uint256 |x; function f() public view returns (uint256) { return x; } }",
    );
    const [first] = otherVisibilities(selected);
    expect(changedText(selected.text, first?.changes ?? [])).toContain("uint256 public x;");
  });
});
