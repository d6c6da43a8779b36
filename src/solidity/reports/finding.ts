/** A stretch of lines and columns, from 0. */
export interface ReportedRange {
  readonly startLine: number;
  readonly startChar: number;
  readonly endLine: number;
  readonly endChar: number;
}

/** Something that another program found in a source. All of it is that program's word. */
export interface ReportFinding {
  /** As the report names it, its folder before it where that is relative: only compared, never opened. */
  readonly file: string;
  readonly range: ReportedRange;
  readonly rule: string;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** Who says it: `Slither`. */
  readonly tool: string;
}
