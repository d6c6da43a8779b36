import { CodeActionKind } from "vscode-languageserver/node";
import { implementMissing } from "../../solidity/language/answers/implement";
import { t } from "../../text/catalogue";
import { readFullWidth, writings } from "../../text/halfWidth";
import { codeActions } from "./codeActions";
import { compilerFixes } from "./compilerFixes";
import { compilerProblems, shownProblems } from "./compilerProblems";
import { completion } from "./completion";
import type { SolidityFeature } from "./feature";
import { fileMoves } from "./fileMoves";
import { formatting } from "./formatting";
import { inlayHints, ranges, semanticTokens, signatureHelp } from "./hints";
import { hover } from "./hover";
import { importing } from "./importing";
import { lints } from "./lints";
import { lookAt } from "./lookedAt";
import { hierarchies, highlights, places, related, workspaceSymbols } from "./navigation";
import { outline } from "./outline";
import { refactorings, rename } from "./refactorings";
import type { SolidityState } from "./solidityState";
import { sync } from "./sync";
import { syntax } from "./syntaxProblems";
import { writing } from "./writing";

/** Writes the functions that a contract must have and hasn't. */
const implement: SolidityFeature = {
  register(state) {
    state.parts.actions.push(async ({ uri }, { range }, signal) => {
      const looked = await lookAt(state, uri, "around", signal);
      const made = looked && implementMissing(looked.at(range.start));
      const head = made?.contract.contractNode;
      // Offered where the contract is named, not within its functions.
      if (!looked || !made || !head || looked.at(range.start).offset > head.open) return [];
      const edit = looked.editOf({ start: made.offset, end: made.offset, text: made.text });
      return [
        {
          title: t("Implement Missing Functions"),
          kind: CodeActionKind.QuickFix,
          edit: { changes: { [uri]: [edit] } },
        },
      ];
    });
  },
};

/** Full-width quotes and signs outside of texts and remarks, which no compiler reads: all of the file with the signs that were meant. */
const halfWidth: SolidityFeature = {
  register(state) {
    state.parts.actions.push(async ({ uri, text }, { context }) => {
      const problems = shownProblems(state, uri, context.diagnostics);
      if (problems.length === 0) return [];
      const lines = text.split(/\r?\n/);
      const now = readFullWidth(lines.join("\n"), writings.solidity).converted.split("\n");
      const changed = lines.flatMap((line, index) => (line === now[index] ? [] : [index]));
      const about = problems
        .map(({ diagnostic }) => diagnostic)
        .filter(({ range }) => changed.some((at) => at >= range.start.line && at <= range.end.line));
      if (about.length === 0 || now.length !== lines.length) return [];
      const edits = changed.map((line) => ({
        range: { start: { line, character: 0 }, end: { line, character: lines[line]?.length ?? 0 } },
        newText: now[line] ?? "",
      }));
      return [
        {
          title: t("Convert to Half-Width"),
          kind: CodeActionKind.QuickFix,
          diagnostics: about,
          isPreferred: true,
          edit: { changes: { [uri]: edits } },
        },
      ];
    });
  },
};

/** Parts of an answer come in this order. */
const features: readonly SolidityFeature[] = [
  sync,
  outline,
  hover,
  places,
  rename,
  completion,
  codeActions,
  halfWidth,
  compilerFixes,
  syntax,
  compilerProblems,
  lints,
  highlights,
  signatureHelp,
  semanticTokens,
  ranges,
  related,
  hierarchies,
  inlayHints,
  workspaceSymbols,
  implement,
  refactorings,
  formatting,
  importing,
  fileMoves,
  writing,
];

/** Serves Solidity. */
export function serveSolidity(state: SolidityState): void {
  for (const { register } of features) register(state);
}
