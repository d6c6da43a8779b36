import { expect, it } from "vitest";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { sourceKeys } from "../../../../src/debugger/inspect/sourceKeys";
import type { ProjectSyntax } from "../../../../src/debugger/source/syntax";
import type { SyntaxNode } from "../../../../src/solidity/program/syntaxTree";

const src = "0:1:0";
const hash = (bytes: Uint8Array): Uint8Array => cryptoSuite("standard").hash(bytes);
const literal = (hexValue: string) => ({ nodeType: "Literal", src, kind: "string", hexValue });
const call = (kind: string, expression: object, list: readonly object[], typeString = "") => {
  const nodeType = "FunctionCall";
  return { nodeType, src, kind, expression, arguments: list, typeDescriptions: { typeString } };
};
const conversion = (typeString: string, given: object) =>
  call("typeConversion", { nodeType: "ElementaryTypeNameExpression", src }, [given], typeString);
const packed = (...list: object[]) =>
  call("functionCall", { nodeType: "MemberAccess", src, memberName: "encodePacked" }, list);
const keysOf = (...nodes: object[]): string[] => {
  const contract = { nodeType: "ContractDefinition", src, nodes } as unknown as SyntaxNode;
  const byId = new Map(nodes.map((node) => [(node as { id?: number }).id, node]));
  const syntax = { nodes: byId, basesOf: () => [contract] } as unknown as ProjectSyntax;
  return sourceKeys(syntax, contract, hash, 200);
};

it("converts and packs texts as the source says", () => {
  expect(keysOf(conversion("bytes4", literal("61")))).toContain("0x61000000");
  expect(keysOf(packed(literal("61"), literal("62")))).toContain("ab");
});

it.each(["bytes33", "bytes4294967295", "bytes99999999999999999999", "uint99999999999"])(
  "takes %s for no type",
  (typeString) => {
    const keys = keysOf(conversion(typeString, { nodeType: "Literal", src, kind: "number", value: "0x01" }));
    expect(keys).toContain("0x01");
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100);
  },
);

it("leaves out what is packed of packed constants without end", () => {
  const constants = Array.from({ length: 16 }, (_, id) => {
    const before = { nodeType: "Identifier", src, referencedDeclaration: id - 1 };
    const value = id === 0 ? literal("61".repeat(100)) : packed(before, before, before, before);
    return { nodeType: "VariableDeclaration", src, id, constant: true, value };
  });
  // the last is read first: each finds the one before it worked out
  const keys = keysOf(...constants.reverse());
  expect(keys).toContain("a".repeat(100));
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(1000);
});
