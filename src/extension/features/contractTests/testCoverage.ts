import * as vscode from "vscode";
import type { EditorCoverage } from "../../../contractTests/service/messages";
import { visibleLine } from "../../../text/visibleText";

const lineStart = (line: number): vscode.Position => new vscode.Position(line - 1, 0);

/** Statements, the two ways of conditions, and functions of a source, as VS Code shows them. */
export function coverageDetails({ lines, branches, functions }: EditorCoverage): vscode.FileCoverageDetail[] {
  const covered = new Map(lines.map((each) => [each.line, each.count]));
  // A condition may stand on a line where no statement begins.
  for (const { line, holds, fails } of branches) if (!covered.has(line)) covered.set(line, holds + fails);
  const statements = [...covered].map(([line, executed]) => {
    const ways = branches
      .filter((branch) => branch.line === line)
      .flatMap(({ holds, fails }) => [
        new vscode.BranchCoverage(holds, lineStart(line), vscode.l10n.t("condition holds")),
        new vscode.BranchCoverage(fails, lineStart(line), vscode.l10n.t("condition doesn't hold")),
      ]);
    return new vscode.StatementCoverage(executed, lineStart(line), ways);
  });
  const declarations = functions.map(
    ({ name, line, count: executed }) => new vscode.DeclarationCoverage(visibleLine(name), executed, lineStart(line)),
  );
  return [...statements, ...declarations];
}
