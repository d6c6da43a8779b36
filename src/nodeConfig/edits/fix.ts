import type { LocalizableText } from "../../text/catalogue";
import type { AnalysisContext } from "../analysis/analysisContext";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import type { IdentityDigits } from "../document/listSection";
import type { Finding } from "../findings/finding";
import type { TextEdit } from "../text/textRange";

/** One way to mend a finding. */
export interface Fix {
  readonly title: LocalizableText;
  readonly edits: readonly TextEdit[];
  /** Instead of an edit: the setting of the ID length to change for this workspace. */
  readonly identityLength?: IdentityDigits;
  /**
   * The one mechanical answer, which says nothing new: what "fix all" and `lint --fix` carry out. Others are offered, and a
   * person decides.
   */
  readonly safe: boolean;
}

export function fix(title: LocalizableText, edits: readonly TextEdit[], safe = false): Fix {
  return { title, edits, safe };
}

/** What a fix is made from: the finding and the line it stands on. */
export interface FixSite {
  readonly document: IniDocument;
  readonly context: AnalysisContext;
  readonly finding: Finding;
  readonly line: IniLine;
  readonly index: number;
}

/** Makes the fixes of one rule, the best one first. */
export type MakeFixes = (site: FixSite) => Fix[];
export type FixMakers = Readonly<Partial<Record<Finding["rule"], MakeFixes>>>;
