import { execFile } from "node:child_process";
import { constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import nodePath, { dirname, join, resolve } from "node:path";
import * as vscode from "vscode";
import { givenPath } from "../../../files/namedPath";
import { maxBytes, readRegularTextIfAny, readTextIn } from "../../../files/regularFile";
import { canRun, installedProgram } from "../../../processes/installedProgram";
import type { ReportFinding } from "../../../solidity/service/messages";
import { listed } from "../../../text/joining";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import { mebibyte } from "../../../text/limits/sizes";
import { pathBelow } from "../../../text/pathBelow";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { minuteMs } from "../../../time/units";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { sourceInFront } from "../../flows/target/askSource";
import { askChoices } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import type { Target } from "../../kit/commands/target";
import { namedUri } from "../../kit/files/namedUri";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { saveSources } from "../../state/solidity/solidity";

const severities: Readonly<Record<ReportFinding["severity"], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};
const maxSaid = 300;

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

/** A program of others that looks at sources. */
export interface Analyzer {
  readonly name: string;
  readonly program: string;
  /** The package of a project that may have it, with its own version and rules. */
  readonly package?: string;
  /**
   * Its words for one file.
   * @param report where it may write its report; else it prints it
   */
  words(file: string, report: string): readonly string[];
}

export const analyzers: readonly Analyzer[] = [
  { name: "Slither", program: "slither", words: (file, report) => [file, "--json", report] },
  { name: "solhint", program: "solhint", package: "solhint", words: (file) => ["-f", "json", file] },
  { name: "Mythril", program: "myth", words: (file) => ["analyze", file, "-o", "json"] },
];

/** How an analyzer is started: without any shell. */
interface Installed {
  readonly program: string;
  /** A script that this program's own Node.js runs. */
  readonly script?: string;
}

const maxMs = 10 * minuteMs;
const maxReport = 64 * mebibyte;

/** The script that a package names as its program; undefined where there is none, or it lies outside of the package. */
async function scriptOf(home: string, name: string): Promise<string | undefined> {
  const manifest = await readTextIn(home, "package.json", maxBytes.configuration);
  if (manifest === undefined) return undefined;
  try {
    const { bin } = (parseBoundedJson(manifest, jsonLimits.compiled) ?? {}) as { bin?: unknown };
    const named = typeof bin === "object" && bin !== null ? (bin as Record<string, unknown>)[name] : bin;
    if (typeof named !== "string") return undefined;
    const script = resolve(home, named);
    return pathBelow(home, script, nodePath) !== undefined && (await canRun(script, constants.R_OK))
      ? script
      : undefined;
  } catch {
    return undefined;
  }
}

/** Folders from a file's own up to the open one. */
function foldersUp(file: string, folder: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(file); pathBelow(folder, at, nodePath) !== undefined; at = dirname(at)) folders.push(at);
  return pathBelow(folder, file, nodePath) === undefined ? [] : [...folders, folder];
}

/** Where an analyzer is: the project's own package, or a program of the PATH. */
export async function foundAnalyzer(
  { program, package: name }: Analyzer,
  file: string,
  folder: string,
  path?: string,
  platform?: NodeJS.Platform,
): Promise<Installed | undefined> {
  for (const home of name === undefined ? [] : foldersUp(file, folder)) {
    const script = await scriptOf(join(home, "node_modules", name ?? ""), program);
    if (script !== undefined) return { program: process.execPath, script };
  }
  const there = await installedProgram(program, { path, ...(platform ? { platform } : {}) });
  return there === undefined ? undefined : { program: there };
}

/** What an analyzer reported of a file, as text; what it said where it reported nothing. */
export async function reportOf(
  analyzer: Analyzer,
  { program, script }: Installed,
  { file, folder, signal }: { readonly file: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<{ readonly report: string; readonly message: string }> {
  const home = await mkdtemp(join(tmpdir(), "chainside-report-"));
  const written = join(home, "report.json");
  const words = [...(script === undefined ? [] : [script]), ...analyzer.words(file, written)];
  const env = script === undefined ? process.env : { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  try {
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((done, failed) => {
      execFile(
        program,
        words,
        { cwd: folder, env, signal, timeout: maxMs, maxBuffer: maxReport },
        (error, out, err) => {
          // An exit code says how much was found.
          if (error && (error.code === "ENOENT" || signal.aborted)) failed(error);
          else done({ stdout: out, stderr: err });
        },
      );
    });
    const onDisk = await readRegularTextIfAny(givenPath(written), maxReport);
    return { report: onDisk ?? stdout, message: stderr === "" ? stdout : stderr };
  } finally {
    await rm(home, { recursive: true, force: true });
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
    const words = visibleLine(message.trim().slice(-maxSaid));
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
