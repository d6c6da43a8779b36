import { describe, expect, it } from "vitest";
import { readReport } from "../../../src/solidity/reports/readReport";

const read = (value: unknown) => readReport(JSON.stringify(value));

describe("a report of another program", () => {
  it("is read where solhint, Mythril or SARIF wrote it", () => {
    const issue = {
      line: 3,
      column: 5,
      severity: "Warning",
      message: "Avoid  it",
      ruleId: "no-inline-assembly",
      filePath: "A.sol",
    };
    expect(read([issue, { conclusion: "1 problem" }])).toEqual([
      {
        file: "A.sol",
        range: { startLine: 2, startChar: 4, endLine: 2, endChar: 4 },
        rule: "no-inline-assembly",
        severity: "warning",
        message: "Avoid it",
        tool: "solhint",
      },
    ]);
    const found = {
      filename: "A.sol",
      lineno: 7,
      severity: "High",
      title: "Reentrancy",
      description: "It may.",
      "swc-id": "107",
    };
    expect(read({ error: null, issues: [found], success: true })).toMatchObject([
      { rule: "SWC-107", severity: "error", message: "Reentrancy: It may.", tool: "Mythril", range: { startLine: 6 } },
    ]);
    const region = { startLine: 2, startColumn: 3, endLine: 2, endColumn: 9 };
    const result = {
      ruleId: "unchecked-return-value",
      level: "note",
      message: { text: "Look" },
      locations: [{ physicalLocation: { artifactLocation: { uri: "file:///w/a%20b.sol" }, region } }],
    };
    expect(read({ version: "2.1.0", runs: [{ tool: { driver: { name: "Wake" } }, results: [result] }] })).toEqual([
      {
        file: "/w/a b.sol",
        range: { startLine: 1, startChar: 2, endLine: 1, endChar: 8 },
        rule: "unchecked-return-value",
        severity: "information",
        message: "Look",
        tool: "Wake",
      },
    ]);
  });

  it("is nothing else, and what has no place or no name is left out", () => {
    for (const wrong of [null, 1, [1], {}, { success: false, issues: 1 }, { runs: 1 }])
      expect(read(wrong)).toBeUndefined();
    expect(
      read([
        { ruleId: "a b", filePath: "A.sol" },
        { ruleId: "ok", filePath: "" },
      ]),
    ).toEqual([]);
    const elsewhere = { artifactLocation: { uri: "https://example.org/A.sol" } };
    expect(read({ runs: [{ results: [{ ruleId: "a", locations: [{ physicalLocation: elsewhere }] }] }] })).toEqual([]);
    expect(() => readReport("{")).toThrow(SyntaxError);
    expect(() => readReport("[".repeat(100_000))).toThrow();
  });
});
