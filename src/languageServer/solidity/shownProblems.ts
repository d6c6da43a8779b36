import type { Diagnostic } from "vscode-languageserver/node";
import type { LocatedDiagnostic } from "../../solidity/language/questions";
import type { SolidityState } from "./solidityState";

/** What is shown, and what the compiler said behind it. */
export interface ReportedProblem {
  readonly diagnostic: Diagnostic;
  readonly reported: LocatedDiagnostic;
}

/** A text that is the same for problems that say the same of the same place. */
export const keyOf = ({ range: { start, end }, message }: Diagnostic): string =>
  `${start.line}:${start.character}-${end.line}:${end.character} ${message}`;

/** What the compiler said behind what an editor shows: by place and words, which every editor gives back. */
export function shownProblems(
  state: SolidityState,
  uri: string,
  shown: readonly Diagnostic[],
): readonly ReportedProblem[] {
  const asked = new Set(shown.map(keyOf));
  return state
    .problemsOf(uri)
    .flatMap(({ diagnostic, reported }) =>
      reported && asked.has(keyOf(diagnostic)) ? [{ diagnostic, reported }] : [],
    );
}
