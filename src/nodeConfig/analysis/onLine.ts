import type { IniLine } from "../document/iniLine";
import type { FindingText, RuleId, Severity } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";

/** A finding on a key. */
export const onKey = (line: IniLine, rule: RuleId, message: FindingText, severity?: Severity): LineFinding =>
  lineFinding(rule, line.nameStart, line.nameEnd, message, severity);

/** A finding on the value, or on the key when the value is empty. */
export const onValue = (line: IniLine, rule: RuleId, message: FindingText, severity?: Severity): LineFinding =>
  line.valueStart === line.valueEnd
    ? onKey(line, rule, message, severity)
    : lineFinding(rule, line.valueStart, line.valueEnd, message, severity);

/** On a section line, up to its `]`. */
export const onHeader = (line: IniLine, rule: RuleId, message: FindingText, severity?: Severity): LineFinding =>
  lineFinding(rule, line.start, line.headerEnd, message, severity);

/** A finding of a rule that compares keys, on the line it is shown at. */
export interface PlacedFinding {
  readonly line: IniLine;
  readonly finding: LineFinding;
}
