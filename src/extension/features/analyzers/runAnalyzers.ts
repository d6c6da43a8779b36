import nodePath, { resolve } from "node:path";
import * as vscode from "vscode";
import type { ReportFinding } from "../../../solidity/service/messages";
import { listed } from "../../../text/joining";
import { pathBelow } from "../../../text/pathBelow";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { sourceInFront } from "../../flows/target/askSource";
import { askChoices } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import type { Target } from "../../kit/commands/target";
import { namedUri } from "../../kit/files/namedUri";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { saveSources } from "../../state/solidity/solidity";
import { type Analyzer, analyzers, foundAnalyzer, type Installed, reportOf } from "./analyzers";

const severities: Readonly<Record<ReportFinding["severity"], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

const maxShown = 300;

function diagnosticOf({ range, rule, severity, message, tool }: ReportFinding): vscode.Diagnostic {
  const place = new vscode.Range(range.startLine, range.startChar, range.endLine, range.endChar);
  const diagnostic = new vscode.Diagnostic(place, visibleText(message), severities[severity]);
  diagnostic.source = visibleLine(tool);
  diagnostic.code = visibleLine(rule);
  return diagnostic;
}

/** Shows what one analyzer found; what it said of the same files before is gone. Findings outside of the folder are left out. */
function show(
  problems: vscode.DiagnosticCollection,
  findings: readonly ReportFinding[],
  { file, folder }: { readonly file: string; readonly folder: string },
): void {
  const files = new Map<string, ReportFinding[]>([[file, []]]);
  for (const finding of findings) {
    const path = resolve(folder, finding.file);
    if (pathBelow(folder, path, nodePath) === undefined) continue;
    files.set(path, [...(files.get(path) ?? []), finding]);
  }
  for (const [path, own] of files) {
    const uri = namedUri(path);
    if (uri) problems.set(uri, own.map(diagnosticOf));
  }
}

interface Chosen {
  readonly analyzer: Analyzer;
  readonly installed: Installed;
}

/** Runs one analyzer. Gives how much it found; undefined where it gave no report, which is said. */
async function runOne(
  app: Chainside,
  { analyzer, installed }: Chosen,
  place: { readonly file: string; readonly folder: string; readonly signal: AbortSignal },
  problems: vscode.DiagnosticCollection,
): Promise<number | undefined> {
  const { report, message } = await reportOf(analyzer, installed, place);
  const findings = await app.solidity.readReport(report);
  if (!findings) {
    const words = visibleLine(message.trim().slice(-maxShown));
    void showWarning(vscode.l10n.t("{0} gave no report. {1}", analyzer.name, words));
    return undefined;
  }
  show(problems, findings, place);
  return findings.length;
}

/**
 * Runs analyzers that are installed on a source and shows what they find beside our own findings. They run with the project's
 * configuration, which may be a program: only where the workspace is trusted.
 */
export async function runAnalyzers(
  app: Chainside,
  target: Target,
  problems: (name: string) => vscode.DiagnosticCollection,
): Promise<void> {
  const uri = sourceInFront(target);
  const workspace = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (!uri || !workspace) {
    void showInformation(vscode.l10n.t("First open a Solidity file of the workspace."));
    return;
  }
  if (!(await mayRun())) return;
  const [file, folder] = [uri.fsPath, workspace.uri.fsPath];
  const found = await Promise.all(
    analyzers.map(async (analyzer) => ({ analyzer, installed: await foundAnalyzer(analyzer, file, folder) })),
  );
  const installed = found.flatMap((each): Chosen[] =>
    each.installed ? [{ analyzer: each.analyzer, installed: each.installed }] : [],
  );
  if (installed.length === 0) {
    const names = listed(analyzers.map(({ name }) => name));
    void showInformation(vscode.l10n.t("None of these is installed: {0}.", names));
    return;
  }
  const title = vscode.l10n.t("Run Analyzers");
  const [only] = installed;
  const chosen =
    installed.length === 1 && only
      ? [only]
      : await askChoices(
          installed.map((each) => ({
            label: each.analyzer.name,
            description: each.installed.script ?? each.installed.program,
            picked: true,
            value: each,
          })),
          { title, placeHolder: vscode.l10n.t("Select the analyzers to run") },
        );
  await saveSources();
  const counts: string[] = [];
  await showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, signal) => {
      for (const each of chosen) {
        progress.report({ message: each.analyzer.name });
        const count = await runOne(app, each, { file, folder, signal }, problems(each.analyzer.name));
        if (count !== undefined) counts.push(`${each.analyzer.name}: ${count}`);
      }
    },
  );
  if (counts.length > 0) void showInformation(vscode.l10n.t("Findings: {0}", listed(counts)));
}
