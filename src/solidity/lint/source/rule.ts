import type { LocalizableText } from "../../../text/catalogue";
import type { RangeChange } from "../../program/textChange";
import type { LintSource } from "./lintSource";

/** How much a finding weighs; `off`: it isn't shown. */
export const lintSeverities = ["off", "hint", "information", "warning", "error"] as const;
export type LintSeverity = (typeof lintSeverities)[number];

/** The one correction of a finding. */
interface LintFix {
  readonly title: LocalizableText;
  readonly edits: readonly RangeChange[];
}

/** Something that a rule found. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly message: LocalizableText;
  readonly fix?: LintFix | undefined;
  /** Whether it depends on what isn't known of the chain: it is a hint then. */
  readonly unsure?: boolean;
}

/** A rule: a file of `rules`, and its place in `rules.ts`. What it is about, with examples: docs/lints.md. */
export interface LintRule {
  readonly id: string;
  /** Where none was chosen. */
  readonly severity: LintSeverity;
  /** What it finds, in a few words. */
  readonly title: LocalizableText;
  find(source: LintSource): Iterable<Found>;
}
