import { type CodeAction, CodeActionKind, type Diagnostic } from "vscode-languageserver/node";
import { t } from "../../text/catalogue";
import { readFullWidth, writings } from "../../text/halfWidth";
import type { OpenScenario } from "./openScenarios";

/** A quick fix for each value that begins with a full-width quote: such quotes would be a part of the text. */
export function halfWidthFixes({ uri, text }: OpenScenario, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const lines = text.split(/\r?\n/);
  return diagnostics.flatMap((diagnostic): CodeAction[] => {
    const { line, character } = diagnostic.range.start;
    const rest = (lines[line] ?? "").slice(character);
    const remark = rest.search(/[ \t]#/);
    const value = (remark < 0 ? rest : rest.slice(0, remark)).trimEnd();
    const { first, converted } = readFullWidth(value, writings.values);
    if (first?.index !== 0 || (first.meant !== '"' && first.meant !== "'")) return [];
    const range = { start: { line, character }, end: { line, character: character + value.length } };
    return [
      {
        title: t("Convert to Half-Width"),
        kind: CodeActionKind.QuickFix,
        isPreferred: true,
        diagnostics: [diagnostic],
        edit: { changes: { [uri]: [{ range, newText: converted }] } },
      },
    ];
  });
}
