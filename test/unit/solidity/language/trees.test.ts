import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompileResult } from "../../../../src/solidity/compile/compileRequest";
import { outlineOf } from "../../../../src/solidity/language/outline";
import type { OutlineItem } from "../../../../src/solidity/language/questions";
import { signatureOf } from "../../../../src/solidity/language/signature";
import { type Declaration, SyntaxIndex } from "../../../../src/solidity/language/syntaxIndex";
import { solidityFiles } from "../../../../src/solidity/project/solidityFiles";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const root = resolve(import.meta.dirname, "../../../..");
const openZeppelin = join(root, "node_modules/@openzeppelin/contracts");

/** Names that the outline shows, without fields and values. */
const shownNames = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(({ kind, name, children }) => [
    ...(name === "" || kind === "field" || kind === "enumValue" ? [] : [name]),
    ...shownNames(children),
  ]);

const isShown = ({ name, node, parent }: Declaration): boolean => {
  if (name === "" || node.nodeType === "EnumValue") return false;
  return node.nodeType !== "VariableDeclaration" || node["stateVariable"] === true || parent === undefined;
};

describe("over OpenZeppelin's tokens and cryptography", () => {
  let solidity: SolidityWorkspace;
  let result: CompileResult;
  let indexes: SyntaxIndex[];
  beforeAll(async () => {
    solidity = new SolidityWorkspace({});
    const files = ["token/ERC20", "token/ERC721", "utils/cryptography"].flatMap((name) =>
      solidityFiles(join(openZeppelin, name)),
    );
    result = await solidity.compiler.compile({
      files,
      root: openZeppelin,
      suite: "standard",
      compiler: join(root, "node_modules/solc"),
      trusted: true,
      mayFetch: false,
      outputs: "diagnostics",
    });
    const analyses = new Set(result.files.flatMap(({ analysis }) => analysis ?? []));
    indexes = [...analyses].map(({ sources }) => new SyntaxIndex(sources));
  });
  afterAll(() => solidity.close());

  it("every name and every place that means it is that name", () => {
    let places = 0;
    for (const index of indexes) {
      const wordAt = (source: string, start: number, end: number): string =>
        index.texts.get(source)?.text.slice(start, end) ?? "";
      for (const { name, source, nameStart, nameEnd } of index.declarations.values())
        expect(wordAt(source, nameStart, nameEnd)).toBe(name);
      for (const { id, source, start, end } of index.references) {
        places++;
        expect(wordAt(source, start, end)).toBe(index.named(id)?.name);
      }
    }
    expect(places).toBeGreaterThan(2000);
  });

  it("every selector is the compiler's", () => {
    let compared = 0;
    for (const index of indexes)
      for (const declaration of index.declarations.values()) {
        const selector = declaration.node["functionSelector"];
        if (typeof selector !== "string") continue;
        compared++;
        expect(signatureOf(index, declaration)?.standard, declaration.name).toBe(`0x${selector}`);
      }
    expect(compared).toBeGreaterThan(100);
  });

  it("the outline has every declaration, found by words alone", () => {
    for (const { path, sourceName } of result.files) {
      const index = indexes.find((each) => each.trees.has(sourceName));
      const declared = [...(index?.declarations.values() ?? [])].filter((each) => each.source === sourceName);
      const shown = shownNames(outlineOf(readFileSync(path, "utf8")));
      expect(shown.sort(), sourceName).toEqual(
        declared
          .filter(isShown)
          .map(({ name }) => name)
          .sort(),
      );
    }
  });
});

it("takes no word of a source for something of the language it is written in", () => {
  const source =
    "contract C { function toString() public { constructor(valueOf(toString)); } function after_() public {} }";
  expect(shownNames(outlineOf(source))).toEqual(["C", "toString", "after_"]);
});
