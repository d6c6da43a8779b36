import { type FindingText, type RuleId, type Severity, severityOf } from "./finding";

/** A finding within one line, before it is known which line that is. */
export interface LineFinding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly startChar: number;
  readonly endChar: number;
  readonly message: FindingText;
}

/** What the rules that look at one line alone say of it. */
export interface LineVerdict {
  readonly findings: readonly LineFinding[];
  /** Of a list entry: whether the node keeps it. */
  readonly accepted: boolean;
}

export const clean: LineVerdict = { findings: [], accepted: false };
export const cleanEntry: LineVerdict = { findings: [], accepted: true };

/** A finding on columns `startChar` to `endChar`, with the severity of its rule unless another is given. */
export function lineFinding(
  rule: RuleId,
  startChar: number,
  endChar: number,
  message: FindingText,
  severity: Severity = severityOf(rule, message),
): LineFinding {
  return { rule, severity, startChar, endChar, message };
}
