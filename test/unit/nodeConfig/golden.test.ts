import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AnalysisContext } from "../../../src/nodeConfig/analysis/analysisContext";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { analyzeNodesJson } from "../../../src/nodeConfig/analysis/nodesJsonRules";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { type Finding, ruleSeverity } from "../../../src/nodeConfig/findings/finding";
import type { Role } from "../../../src/nodeConfig/schema/keySpec";
import { say } from "../../../src/text/catalogue";

/**
 * Each file holds cases: a line `=== name option=value …`, the input, a line `---`, the findings. `{a*128}` repeats, and
 * `<CR> <BOM> <NBSP> <VT> <FF>` stand for what would not be seen. `UPDATE_GOLDEN=1` writes the findings anew.
 */
const folder = new URL("../../fixtures/nodeConfig/golden/", import.meta.url);
const marks: Readonly<Record<string, string>> = { CR: "\r", BOM: "\ufeff", NBSP: "\u00a0", VT: "\v", FF: "\f" };

interface Case {
  title: string;
  input: string;
  findings: string;
}

function readCases(source: string): Case[] {
  return source
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      const body = part.slice(end + 1);
      const rule = body.search(/^---$/m);
      return rule < 0
        ? { title: part.slice(0, end), input: body, findings: "" }
        : { title: part.slice(0, end), input: body.slice(0, rule), findings: body.slice(rule + 4) };
    });
}

function expand(text: string): string {
  return text
    .replace(/\{([^*{}]+)\*(\d+)\}/g, (_, unit: string, count: string) => unit.repeat(Number(count)))
    .replace(/<([A-Z]+)>/g, (mark, name: string) => marks[name] ?? mark);
}

function option(title: string, name: string): string | undefined {
  const value = new RegExp(`(?:^| )${name}=(\\S+)`).exec(title)?.[1];
  return value === undefined ? undefined : expand(value);
}

function findingsOf(title: string, input: string): Finding[] {
  const kind = option(title, "kind");
  if (kind === "nodes") return analyzeNodesJson(input);
  const identity = option(title, "id") ?? "auto";
  const own = option(title, "own");
  const version = option(title, "version");
  const role = option(title, "role");
  const context: AnalysisContext = {
    identityLength: identity === "128" ? 128 : identity === "512" ? 512 : "auto",
    ...(own === undefined
      ? {}
      : { own: { name: "node0", ...(own.length === 512 ? { tlsId: own } : { smTlsId: own }) } }),
    ...(version === undefined ? {} : { nodeVersion: version }),
    ...(role === undefined ? {} : { role: role as Role }),
  };
  return analyze(parseDocument(input, kind === "genesis" ? "genesis" : "config"), context);
}

const show = ({ range, severity, rule, message }: Finding): string =>
  `${range.startLine}:${range.startChar}-${range.endLine === range.startLine ? "" : `${range.endLine}:`}${range.endChar} ${severity} ${rule}: ${say(message)}\n`;

/** What is written anew is compared by the next run. */
const isWriting = Boolean(process.env["UPDATE_GOLDEN"]);
const seen = new Set<string>();
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const cases = files.map((name) => ({ name, cases: readCases(readFileSync(new URL(name, folder), "utf8")) }));

describe.each(cases)("golden $name", ({ name, cases: inFile }) => {
  const results = inFile.map(({ title, input }) => {
    // The line end before `---` belongs to the frame, not to the input; a lone CR there is the input's own.
    const text = expand(input.replace(/\n$/, ""));
    const findings = findingsOf(title, text);
    for (const { rule } of findings) seen.add(rule);
    return findings.map(show).join("") || "nothing\n";
  });
  if (isWriting) {
    const text = inFile.map(({ title, input }, index) => `=== ${title}\n${input}---\n${results[index]}`).join("");
    writeFileSync(new URL(name, folder), text);
  }
  it.skipIf(isWriting).each(inFile.map((entry, index) => ({ ...entry, result: results[index] })))(
    "$title",
    ({ findings, result }) => {
      expect(result).toBe(findings);
    },
  );
});

describe("the golden files", () => {
  it("hold at least 150 inputs and show every rule", () => {
    expect(cases.reduce((sum, { cases: inFile }) => sum + inFile.length, 0)).toBeGreaterThanOrEqual(150);
    expect(Object.keys(ruleSeverity).filter((rule) => !seen.has(rule))).toEqual([]);
  });
});
