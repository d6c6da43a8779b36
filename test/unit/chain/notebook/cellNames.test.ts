import { describe, expect, it } from "vitest";
import { variablePositions, wordsUpTo } from "../../../../src/chain/notebook/cellNames";

const namesOf = (cell: string): string[] =>
  variablePositions(cell).map(({ name, start, end, keeps }) => {
    expect(cell.slice(start, end)).toBe(name);
    return keeps ? `${name} =` : name;
  });

describe("names of a cell", () => {
  it("are what keeps an answer and what takes it", () => {
    expect(
      namesOf('coin = deploy Coin\n  n = call $coin get --from "$who"\nexpect {left: $n.left, list: [$n[0]]}'),
    ).toEqual(["coin =", "n =", "coin", "who", "n", "n"]);
  });

  it("are none in remarks, in single quotes and behind two dollars", () => {
    expect(namesOf("# $a\ncall x y '$b' $$c a#$d # $e\n'f =\n$g'")).toEqual(["d"]);
    expect(namesOf("rpc x\n= y\na == b\n1x = rpc y")).toEqual([]);
  });

  it("take as long as the text", () => {
    expect(variablePositions("$a ".repeat(50_000))).toHaveLength(50_000);
    expect(variablePositions(`${"'".repeat(99_999)}$a`)).toEqual([]);
  });
});

it("words of a line begin with its request", () => {
  const cell = "rpc one\n  n = call Coin get 5\n";
  const words = (part: string) => wordsUpTo(cell, cell.indexOf(part) + 1).map(({ text }) => text);
  expect(words("get")).toEqual(["call", "Coin", "get"]);
  expect(words("Coin")).toEqual(["call", "Coin"]);
  expect(words("one")).toEqual(["rpc", "one"]);
});
