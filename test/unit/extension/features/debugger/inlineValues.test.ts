import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { inlineValues } from "../../../../../src/extension/features/debugger/registerDebugger";
import { Range } from "../../../../support/fakeVscode/values";

const lines = `contract Shop {
    event Bought(uint256 amount);
    function bring(uint256 amount) external {
        stock += amount;
    }
    function buy(uint256 amount)
        external
    {
        stock -= amount; // amount
        left = stock;
    }
}`.split("\n");
const document = { lineAt: (line: number) => ({ text: lines[line] ?? "" }) } as unknown as vscode.TextDocument;

/** Names with their lines, as values are looked up where execution stands on a line. */
function looked(line: number): string[] {
  const at = new Range(line, 0, line, 5) as unknown as vscode.Range;
  const all = new Range(0, 0, lines.length, 0) as unknown as vscode.Range;
  const found = inlineValues.provideInlineValues(document, all, { frameId: 1, stoppedLocation: at }, {} as never);
  return (found as { range: Range; variableName: string }[]).map(
    ({ range, variableName }) => `${range.start.line} ${variableName}`,
  );
}

it("shows values behind lines of the function in which execution stands, and no others", () => {
  const found = looked(9);
  expect(found).toEqual(expect.arrayContaining(["5 amount", "8 amount", "9 left", "9 stock"]));
  expect(found.filter((each) => Number.parseInt(each, 10) < 5)).toEqual([]);
  expect(found.filter((each) => each === "8 amount")).toHaveLength(1);
  expect(looked(1)).toEqual(["1 event", "1 Bought", "1 uint256", "1 amount"]);
});
