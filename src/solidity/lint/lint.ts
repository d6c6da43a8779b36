import type { SourceFile } from "../language/names/declarations";
import type { ProjectNames } from "../language/names/places";
import { SourceText } from "../program/sourceText";
import type { TextRange } from "../program/textRange";
import { lintRules } from "./rules";
import type { ChainFacts } from "./source/chainFacts";
import { LintSource } from "./source/lintSource";
import type { Found, LintRule, LintSeverity } from "./source/rule";
import { Suppressions } from "./suppressions";

/** A rule's finding in a source. */
export interface LintFinding extends Pick<Found, "start" | "end" | "message" | "fix"> {
  readonly rule: string;
  readonly severity: Exclude<LintSeverity, "off">;
  readonly range: TextRange;
}

/** Severities that were chosen, by rule; `*` stands for those that aren't named. */
export type LintSeverities = Readonly<Record<string, LintSeverity>>;

/** Of one file. One with more is generated, or was never meant for the chain. */
const maxFindings = 1000;

function severityOf({ id, severity }: LintRule, chosen: LintSeverities): LintSeverity {
  const own = Object.hasOwn(chosen, id) ? chosen[id] : chosen["*"];
  return own ?? severity;
}

/** What the rules find in a source, in the order of its text; also while it is half written. */
export function lint(
  project: ProjectNames,
  file: SourceFile,
  chain: ChainFacts,
  chosen: LintSeverities = {},
): LintFinding[] {
  const wanted = lintRules.filter((rule) => severityOf(rule, chosen) !== "off");
  if (wanted.length === 0) return [];
  const source = new LintSource(project, file, chain);
  const text = new SourceText(file.text);
  const suppressions = new Suppressions(file, text);
  const findings: LintFinding[] = [];
  for (const rule of wanted) {
    const severity = severityOf(rule, chosen);
    if (severity === "off") continue;
    for (const { start, end, message, fix, unsure } of rule.find(source)) {
      const range = text.rangeOf(start, end);
      if (suppressions.covers(rule.id, range.start.line)) continue;
      findings.push({ rule: rule.id, severity: unsure ? "hint" : severity, start, end, range, message, fix });
      if (findings.length >= maxFindings) return sorted(findings);
    }
  }
  return sorted(findings);
}

const sorted = (findings: LintFinding[]): LintFinding[] => findings.sort((left, right) => left.start - right.start);
