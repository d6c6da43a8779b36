import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCell } from "../../../../src/chain/notebook/formatCell";
import { readCell } from "../../../../src/chain/notebook/requestText";

const nouns = ["node", "config"];

describe("a cell is formatted", () => {
  it.each([
    ["  rpc   getBlockNumber  ", "rpc getBlockNumber"],
    ["made=1", "made=1"],
    ["made  =  deploy Coin\n\n\n\n  expect   not 5", "made = deploy Coin\n\nexpect not 5"],
    ["# why\n\n\n  call Coin   get   # now\nrpc x", "# why\n\ncall Coin get # now\nrpc x"],
    ["call Coin set \\\n     [1,  2]   \n", "call Coin set \\\n  [1,  2]"],
    ["\n\nrpc a\n\n\n# last\n\n", "rpc a\n\n# last"],
    ["sql\n  SELECT  *\n  FROM blocks ;\n   rpc a", "sql\n  SELECT  *\n  FROM blocks ;\nrpc a"],
    ["send Coin set \"two  words\"   'as  is'", "send Coin set \"two  words\" 'as  is'"],
  ])("%j", (before, after) => {
    expect(formatCell(before)).toBe(after);
    expect(formatCell(after)).toBe(after);
  });

  it("not where it can't be read", () => {
    expect(formatCell('call Coin set "open')).toBeUndefined();
    expect(formatCell("# only a remark")).toBeUndefined();
  });

  const word = fc.constantFrom("a", '"b  c"', "'d'", "[1, {x: 2}]", "--value", "5", "中文", "$x");
  const space = fc.constantFrom(" ", "  ", "\t", " \\\n", " \\\n   ");
  const gap = fc.constantFrom("\n", "\n\n\n", "  # remark  \n", "\n  # one\n\n\n# two\n   ");
  const line = fc
    .tuple(fc.constantFrom("call", "send", "x = call", "rpc", "expect"), fc.array(fc.tuple(space, word)))
    .map(([kind, words]) => kind + words.map(([before, text]) => before + text).join(""));
  const cell = fc.array(fc.tuple(gap, line)).map((lines) => lines.map(([before, text]) => before + text).join(""));

  it("to what is read as before, whatever stands in it, and once", () => {
    fc.assert(
      fc.property(cell, (text) => {
        const formatted = formatCell(text);
        if (formatted === undefined) return;
        const read = (source: string): unknown => {
          try {
            return readCell(source, nouns).map(({ name, draft }) => ({ name, draft }));
          } catch (error) {
            return (error as { code: string }).code;
          }
        };
        expect(read(formatted)).toEqual(read(text));
        expect(formatCell(formatted)).toBe(formatted);
      }),
    );
  });
});
