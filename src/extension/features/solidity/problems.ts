import * as vscode from "vscode";
import { clientEntries } from "../../../chain/errors/clientEntries";
import { type ClientErrorCode, clientError } from "../../../chain/errors/clientError";
import type { CheckedFile, LocatedDiagnostic, SourceLocation } from "../../../solidity/language/questions";
import { visibleText } from "../../../text/visibleText";
import { Debounce } from "../../../time/debounce";
import { minuteMs } from "../../../time/units";
import { LateProgress } from "../../kit/asking/lateProgress";
import { Cancelled } from "../../kit/errors/cancelled";
import { onDidChangeSetting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { progressWords } from "../../state/solidity/compileProgress";
import type { Waiting } from "../../state/solidity/compileService";
import { rangeOf } from "../../state/solidity/ranges";
import { isSolidity } from "../../state/solidity/solidity";
import { builtInUri } from "./builtInDocuments";
import { ownsLanguage } from "./otherExtensions";

/** A registry that could not be reached is left alone for so long, whatever is saved; *Compile* asks at once. */
const offlineMs = 5 * minuteMs;

/** What asking a registry again won't change for a while. */
const notToBeHad = ["compilerOffline", "compilerRegistryNotAllowed", "compilerUnknown"] as const;

/** Typing pauses for so long before it is looked at. */
const pauseMs = 500;

export const locationOf = ({ path, sourceName, range }: SourceLocation): vscode.Location =>
  new vscode.Location(path === undefined ? builtInUri(sourceName) : vscode.Uri.file(path), rangeOf(range));

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;

/** A diagnostic of the Problems view, with what the compiler service told of it. */
export class SolidityProblem extends vscode.Diagnostic {
  constructor(
    readonly told: LocatedDiagnostic,
    message: string,
  ) {
    super(
      told.location ? rangeOf(told.location.range) : new vscode.Range(0, 0, 0, 0),
      message,
      severities[told.severity],
    );
  }
}

const isOurs = ({ type, code }: LocatedDiagnostic): boolean =>
  type === "Chainside" && code !== undefined && Object.hasOwn(clientEntries, code);

/** Whether it is this error of ours. */
export const isCode = ({ type, code }: LocatedDiagnostic, wanted: ClientErrorCode): boolean =>
  type === "Chainside" && code === wanted;

/** What is wrong with the sources of the workspace, told while the user types and when they are saved. */
export class Problems implements vscode.Disposable {
  readonly #shown = vscode.languages.createDiagnosticCollection("solidity");
  readonly #subscriptions: vscode.Disposable;
  /** By file that was checked: what it said of which files. */
  readonly #said = new Map<string, ReadonlyMap<string, readonly SolidityProblem[]>>();
  /** Files of which something is shown. */
  readonly #published = new Set<string>();
  readonly #typing = new Debounce();
  readonly #running = new Map<string, AbortController>();

  #offlineAt = 0;

  constructor(private readonly app: Chainside) {
    const soon = (document: vscode.TextDocument, ms: number, mayFetch: boolean): void => {
      if (!isSolidity(document) || !ownsLanguage() || /\/node_modules\//.test(document.uri.path)) return;
      this.#typing.after(ms, () => void this.#check(document, mayFetch), document.uri.toString());
    };
    const all = (): void => {
      for (const document of vscode.workspace.textDocuments) soon(document, pauseMs, false);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#shown,
      app.solidity.onDidCheck(({ files }) => void this.take(files).catch(app.errors.log)),
      vscode.workspace.onDidOpenTextDocument((document) => soon(document, 0, false)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) soon(document, pauseMs, false);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => soon(document, 0, true)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document.uri)),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.#forget(uri);
      }),
      app.connections.onDidChangeActiveGroup(all),
      onDidChangeSetting("solidity.compiler", all),
      onDidChangeSetting("solidity.evmVersion", all),
      onDidChangeSetting("solidity.languageFeatures", () => {
        if (ownsLanguage()) all();
        else this.#clear();
      }),
    );
    for (const document of vscode.workspace.textDocuments) soon(document, 0, false);
  }

  #clear(): void {
    this.#said.clear();
    this.#published.clear();
    this.#shown.clear();
  }

  /** A closed file keeps what a compilation of the workspace said only while it stays on disk and closed files are compiled again. */
  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#typing.takeBack(key);
    this.#running.get(key)?.abort();
    if (this.#said.has(key)) this.#say(key, undefined);
  }

  async #check(document: vscode.TextDocument, mayFetch: boolean): Promise<void> {
    const key = document.uri.toString();
    this.#running.get(key)?.abort();
    const abort = new AbortController();
    this.#running.set(key, abort);
    const late = new LateProgress(vscode.l10n.t("Compiling {0}", vscode.workspace.asRelativePath(document.uri)));
    late.signal.addEventListener("abort", () => abort.abort());
    let fetches = false;
    const progress: Waiting["progress"] = (each) => {
      if (each.kind !== "fetching") return;
      if (!fetches) late.start();
      fetches = true;
      late.say(progressWords(each));
    };
    try {
      const may = mayFetch && Date.now() - this.#offlineAt > offlineMs;
      const how = { code: false, mayFetch: may };
      const files = await this.app.solidity.check([document.uri], how, { signal: abort.signal, progress });
      const offline = files.some((file) =>
        file.diagnostics.some((each) => notToBeHad.some((code) => isCode(each, code))),
      );
      if (may) this.#offlineAt = offline ? Date.now() : 0;
    } catch (error) {
      if (!(error instanceof Cancelled)) this.app.errors.log(error);
    } finally {
      late.stop();
      if (this.#running.get(key) === abort) this.#running.delete(key);
    }
  }

  /** Shows what was found in files; what they said before is gone. */
  async take(files: readonly CheckedFile[]): Promise<void> {
    if (!ownsLanguage()) return;
    for (const { path, diagnostics } of files) {
      const byFile = new Map<string, SolidityProblem[]>();
      for (const told of diagnostics) {
        // No registry was asked for the compiler yet: no problem of the source. The status bar offers it.
        if (isCode(told, "compilerNotDownloaded")) continue;
        const at = told.location;
        const uri =
          at?.path !== undefined ? vscode.Uri.file(at.path) : at ? builtInUri(at.sourceName) : vscode.Uri.file(path);
        const list = byFile.get(uri.toString()) ?? [];
        list.push(await this.#problem(told));
        byFile.set(uri.toString(), list);
      }
      this.#say(vscode.Uri.file(path).toString(), byFile);
    }
  }

  async #problem(told: LocatedDiagnostic): Promise<SolidityProblem> {
    const words = isOurs(told)
      ? await this.app.errors.words(clientError(told.code as ClientErrorCode, told.details ?? {}))
      : undefined;
    const problem = new SolidityProblem(told, visibleText(words ? `${words.message} ${words.advice}` : told.message));
    problem.source = isOurs(told) ? "Chainside" : "solc";
    if (told.code !== undefined && !isOurs(told)) problem.code = told.code;
    problem.relatedInformation = told.related.map(
      (each) => new vscode.DiagnosticRelatedInformation(locationOf(each), visibleText(each.message)),
    );
    return problem;
  }

  /** What a file says of which files, from now on; these are shown anew, and no others. */
  #say(file: string, said: ReadonlyMap<string, readonly SolidityProblem[]> | undefined): void {
    const before = this.#said.get(file);
    if (said) this.#said.set(file, said);
    else this.#said.delete(file);
    // what a file says of itself decides what others may say of it
    for (const uri of new Set([file, ...(before?.keys() ?? []), ...(said?.keys() ?? [])])) {
      const problems = this.#problemsOf(uri);
      if (problems.length > 0) this.#published.add(uri);
      else if (!this.#published.delete(uri)) continue;
      this.#shown.set(vscode.Uri.parse(uri), problems);
    }
  }

  /** A file may be spoken of by itself and by those that import it: each word once. */
  #problemsOf(uri: string): readonly SolidityProblem[] {
    const shown = new Map<string, SolidityProblem>();
    for (const said of this.#said.values())
      for (const problem of said.get(uri) ?? []) {
        const { start, end } = problem.range;
        shown.set(`${start.line}:${start.character}-${end.line}:${end.character} ${problem.message}`, problem);
      }
    const own = this.#said.get(uri);
    if (!own) return [...shown.values()];
    // What a file says of itself counts more than what others said of it earlier.
    const known = new Set((own.get(uri) ?? []).map(({ message }) => message));
    return [...shown.values()].filter(({ message }) => known.has(message));
  }

  dispose(): void {
    this.#typing.dispose();
    for (const abort of this.#running.values()) abort.abort();
    this.#subscriptions.dispose();
  }
}
