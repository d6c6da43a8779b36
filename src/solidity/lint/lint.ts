import type { SourceFile } from "../language/names/declarations";
import type { ProjectNames } from "../language/names/places";
import { SourceText } from "../program/sourceText";
import type { TextRange } from "../program/textRange";
import { lintRules } from "./rules";
import { type ChainFacts, LintSource } from "./source/lintSource";
import type { Found, LintRule, LintSeverity } from "./source/rule";

/** `// chainside-disable-next-line time.seconds, coin.moved`; without a rule all are meant. */
const order = /^\/[/*][/*!]{0,2}\s{0,20}chainside-disable(-next-line|-line)?(?![\w-])([\w., \t]{0,400})/;

/** Which findings a source takes back by remarks. */
class Suppressions {
  /** Rules by the lines, from 0, for which they are taken back; `*`: all rules. */
  readonly #lines = new Map<number, Set<string>>();
  readonly #file = new Set<string>();

  constructor({ tokens }: SourceFile, text: SourceText) {
    for (const { start, end } of tokens.comments) {
      const [all, where, named = ""] = order.exec(tokens.text.slice(start, Math.min(end, start + 500))) ?? [];
      if (all === undefined) continue;
      const rules = named.split(/[\s,]+/).filter((each) => each !== "");
      const set = this.#setOf(where, text.positionOf(start).line, text.positionOf(end).line);
      for (const each of rules.length > 0 ? rules : ["*"]) set.add(each);
    }
  }

  #setOf(where: string | undefined, first: number, last: number): Set<string> {
    if (where === undefined) return this.#file;
    const line = where === "-line" ? first : last + 1;
    const set = this.#lines.get(line) ?? new Set<string>();
    this.#lines.set(line, set);
    return set;
  }

  covers(rule: string, line: number): boolean {
    const has = (set: ReadonlySet<string> | undefined): boolean => set !== undefined && (set.has("*") || set.has(rule));
    return has(this.#file) || has(this.#lines.get(line));
  }
}

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
