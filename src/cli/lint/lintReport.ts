import path from "node:path";
import type { Severity } from "../../nodeConfig/findings/finding";
import { acrossSeverity, ruleSeverity } from "../../nodeConfig/findings/finding";
import type { TextRange } from "../../nodeConfig/text/textRange";
import { lintRules } from "../../solidity/lint/rules";
import { type LocalizableText, say, t } from "../../text/catalogue";
import { fileReference, withSlashes } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import { githubCommand } from "../output/githubCommand";
import type { LintFormat } from "./lintOptions";

/** Something found, as every language tells it. */
export interface ReportedFinding {
  readonly range: TextRange;
  readonly rule: string;
  readonly severity: Severity;
  readonly message: LocalizableText;
  /** Whose finding it is; ours where there is none. */
  readonly tool?: string;
}

/** One file with what was found in it. */
export interface FileFindings {
  readonly file: string;
  readonly findings: readonly ReportedFinding[];
}

function toJson(files: readonly FileFindings[]): string {
  const report = files.map(({ file, findings }) => ({
    file,
    diagnostics: findings.map(({ range, rule, severity, message, tool }) => ({
      line: range.startLine,
      startChar: range.startChar,
      endChar: range.endChar,
      rule,
      severity,
      message: say(message),
      ...(tool === undefined ? {} : { tool }),
    })),
  }));
  return JSON.stringify(report, undefined, 1);
}

/** Lines and columns as editors show them: from 1. */
function toText(files: readonly FileFindings[]): string {
  const lines: string[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { file, findings } of files) {
    for (const { range, rule, severity, message, tool } of findings) {
      counts[severity]++;
      const place = `${visibleLine(file)}:${range.startLine + 1}:${range.startChar + 1}`;
      lines.push(`${place}: ${severity} ${tool === undefined ? "" : `${tool} `}${rule}: ${say(message)}`);
    }
  }
  if (lines.length > 0) {
    const notes = counts.information + counts.hint;
    lines.push(t("Errors: {0}, warnings: {1}, notes: {2}", counts.error, counts.warning, notes));
  }
  return lines.join("\n");
}

const sarifLevels: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

function sarifResults(files: readonly FileFindings[], of: string | undefined) {
  return files.flatMap(({ file, findings }) =>
    findings
      .filter(({ tool }) => tool === of)
      .map(({ range, rule, severity, message }) => ({
        ruleId: rule,
        level: sarifLevels[severity],
        message: { text: say(message) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: fileReference(file, path) },
              region: {
                startLine: range.startLine + 1,
                startColumn: range.startChar + 1,
                endLine: range.endLine + 1,
                endColumn: range.endChar + 1,
              },
            },
          },
        ],
      })),
  );
}

function toSarif(files: readonly FileFindings[]): string {
  const all = files.flatMap(({ findings }) => findings);
  const found = new Set<string>(all.map(({ rule }) => rule));
  // Those on several files stand there only when they have something to say: a run on one file does not know them.
  const across = Object.entries(acrossSeverity).filter(([id]) => found.has(id));
  const ofNodes = [...Object.entries(ruleSeverity), ...across].map(([id, severity]) => ({
    id,
    defaultConfiguration: { level: sarifLevels[severity] },
  }));
  const ofSources = lintRules.map(({ id, severity, title }) => ({
    id,
    shortDescription: { text: say(title) },
    defaultConfiguration: severity === "off" ? { enabled: false } : { level: sarifLevels[severity] },
  }));
  const others = [...new Set(all.flatMap(({ tool }) => tool ?? []))];
  const runs = [
    {
      columnKind: "utf16CodeUnits",
      tool: { driver: { name: "chainside", rules: [...ofNodes, ...ofSources] } },
      results: sarifResults(files, undefined),
    },
    ...others.map((name) => ({ tool: { driver: { name } }, results: sarifResults(files, name) })),
  ];
  return JSON.stringify(
    { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs },
    undefined,
    1,
  );
}

const githubLevels: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** Workflow commands: a runner turns them into annotations at the line. */
function toGithub(files: readonly FileFindings[]): string {
  return files
    .flatMap(({ file, findings }) =>
      findings.map(({ range, rule, severity, message }) => {
        const begin = { line: range.startLine + 1, col: range.startChar + 1 };
        const end = { endLine: range.endLine + 1, endColumn: range.endChar + 1 };
        const properties = { file: withSlashes(file, path), ...begin, ...end, title: rule };
        return githubCommand(githubLevels[severity], properties, say(message));
      }),
    )
    .join("\n");
}

const writers: Readonly<Record<LintFormat, (files: readonly FileFindings[]) => string>> = {
  json: toJson,
  text: toText,
  sarif: toSarif,
  github: toGithub,
};

/** The findings in the form asked for; empty when that form has nothing to say. */
export function lintReport(format: LintFormat, files: readonly FileFindings[]): string {
  return writers[format](files);
}
