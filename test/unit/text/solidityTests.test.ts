import { expect, it } from "vitest";
import { isTestFile, isTestFunction, seemsToHaveTests, takesArguments } from "../../../src/text/sourceNames";

it("knows functions of tests by their names, and sources by such functions", () => {
  const names = ["test", "testFuzz_Sum", "table_Fees", "invariant_Total", "statefulFuzz_Total"];
  for (const name of names) {
    expect(isTestFunction(name)).toBe(true);
    expect(seemsToHaveTests(`contract A { function ${name}() external {} }`)).toBe(true);
  }
  expect(["setUp", "latest", "fixtureTest", "afterInvariant"].filter(isTestFunction)).toEqual([]);
  expect(seemsToHaveTests("contract A { function latest() external {} }")).toBe(false);
});

it("knows files of tests by their ending", () => {
  expect(["Coin.t.sol", "Coin.sol", "Coin.s.sol"].filter(isTestFile)).toEqual(["Coin.t.sol"]);
});

it("knows constructors that take arguments by what stands in their parentheses", () => {
  const members = (detail: string) => [
    { kind: "function", detail: "(uint256 amount)" },
    { kind: "constructor", detail },
  ];
  expect(["()", "( ) payable", "() Base(1)"].filter((detail) => takesArguments(members(detail)))).toEqual([]);
  expect(takesArguments(members("(Coin coin) Base(coin)"))).toBe(true);
  expect(takesArguments([])).toBe(false);
});
