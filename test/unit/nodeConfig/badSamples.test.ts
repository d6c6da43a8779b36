import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";

const folder = new URL("../../fixtures/nodeConfig/bad/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".ini"));

interface Expected {
  identityLength: 128 | 512;
  diagnostics: { line: number; startChar: number; endChar: number; rule: string; severity: string }[];
}

describe("samples of wrong files", () => {
  it.each(names)("%s", (name) => {
    const expected = JSON.parse(
      readFileSync(new URL(name.replace(".ini", ".expected.json"), folder), "utf8"),
    ) as Expected;
    const findings = analyze(parseDocument(readFileSync(new URL(name, folder), "utf8")), {
      identityLength: expected.identityLength,
    });
    expect(
      findings.map(
        ({ range, rule, severity }) => `${range.startLine}:${range.startChar}-${range.endChar} ${rule} ${severity}`,
      ),
    ).toEqual(
      expected.diagnostics
        .toSorted((a, b) => a.line - b.line || a.startChar - b.startChar || a.rule.localeCompare(b.rule))
        .map((d) => `${d.line}:${d.startChar}-${d.endChar} ${d.rule} ${d.severity}`),
    );
  });
});
