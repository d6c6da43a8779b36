import { CodeActionKind } from "vscode-languageserver/node";
import { t } from "../../text/catalogue";
import { readFullWidth, writings } from "../../text/halfWidth";
import type { SolidityFeature } from "./feature";
import { shownProblems } from "./shownProblems";

/** Full-width quotes and signs outside of texts and remarks, which no compiler reads: all of the file with the signs that were meant. */
export const halfWidth: SolidityFeature = {
  capabilities: {},
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
