import * as vscode from "vscode";
import type { QuickFix } from "../../../solidity/language/questions";
import { readFullWidth, writings } from "../../../text/halfWidth";
import { commandOf } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";
import { ownsLanguage } from "./otherExtensions";
import { SolidityProblem } from "./problems";

function titleOf({ kind, value }: QuickFix): string {
  switch (kind) {
    case "pragma":
      return vscode.l10n.t("Set pragma solidity {0}", value);
    case "visibility":
      return value === "" ? vscode.l10n.t("Remove the visibility") : vscode.l10n.t("Make it {0}", value);
    case "license":
      return vscode.l10n.t("Add the SPDX license {0}", value);
    case "dataLocation":
      return vscode.l10n.t("Keep it in {0}", value);
    case "checksum":
      return vscode.l10n.t("Write the address with its checksum");
    case "evmVersion":
      return vscode.l10n.t("Compile this workspace for {0}", value);
    case "mutability":
      return vscode.l10n.t("Make it {0}", value);
    case "name":
      return vscode.l10n.t("Change to {0}", value);
    case "specifier":
      return vscode.l10n.t("Add {0}", value);
  }
}

function actionOf(uri: vscode.Uri, fix: QuickFix, problem: vscode.Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(titleOf(fix), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [problem];
  if (fix.kind === "evmVersion") {
    action.command = commandOf("chainside.setEvmVersion", action.title, fix.value);
    return action;
  }
  action.edit = new vscode.WorkspaceEdit();
  for (const { range, text } of fix.changes) action.edit.replace(uri, rangeOf(range), text);
  return action;
}

/** Full-width quotes and signs outside of texts and remarks, which no compiler reads: all of the file with the signs that were meant. */
function halfWidthAction(document: vscode.TextDocument, problems: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
  const lines = document.getText().split(/\r?\n/);
  const now = readFullWidth(lines.join("\n"), writings.solidity).converted.split("\n");
  const changed = lines.flatMap((line, index) => (line === now[index] ? [] : [index]));
  const about = problems.filter(({ range }) => changed.some((at) => at >= range.start.line && at <= range.end.line));
  if (about.length === 0 || now.length !== lines.length) return [];
  const action = new vscode.CodeAction(vscode.l10n.t("Convert to Half-Width"), vscode.CodeActionKind.QuickFix);
  action.diagnostics = about;
  action.isPreferred = true;
  action.edit = new vscode.WorkspaceEdit();
  for (const at of changed)
    action.edit.replace(document.uri, new vscode.Range(at, 0, at, lines[at]?.length ?? 0), now[at] ?? "");
  return [action];
}

/** Corrections that the compiler suggests. The first of each problem is the one it names. */
export function quickFixActions(app: Chainside): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, _range, { diagnostics }, token) {
      const problems = diagnostics.filter((each) => each instanceof SolidityProblem);
      if (problems.length === 0 || !ownsLanguage()) return [];
      const halfWidth = halfWidthAction(document, problems);
      const question = {
        kind: "fixes" as const,
        text: document.getText(),
        diagnostics: problems.map(({ told }) => told),
      };
      const answer = await app.solidity.ask(document, question, token);
      if (answer.kind !== "fixes") return halfWidth;
      // A machine that the chain does not run is not taken, whatever the setting says.
      const byChain = app.solidity.lastChecked(document.uri.fsPath)?.file.choice?.evmReason.kind === "chain";
      const seen = new Set<number>();
      const suggested = answer.fixes.flatMap((fix) => {
        const problem = problems[fix.diagnostic];
        if (!problem || (fix.kind === "evmVersion" && byChain)) return [];
        const action = actionOf(document.uri, fix, problem);
        action.isPreferred = !seen.has(fix.diagnostic);
        seen.add(fix.diagnostic);
        return [action];
      });
      return [...halfWidth, ...suggested];
    },
  };
}
