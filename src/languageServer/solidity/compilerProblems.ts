import { basename } from "node:path";
import { type Diagnostic, DiagnosticSeverity, uinteger } from "vscode-languageserver/node";
import { clientEntries } from "../../errors/clientEntries";
import { type ClientErrorCode, clientError } from "../../errors/clientError";
import { explainError } from "../../errors/dictionary";
import type { CompileProgress } from "../../solidity/compile/compileRequest";
import type { LocatedDiagnostic } from "../../solidity/language/questions";
import { isOfPackage } from "../../solidity/project/foreignFiles";
import { t } from "../../text/catalogue";
import { joinSentences } from "../../text/joining";
import { mebibyte } from "../../text/limits/sizes";
import { visibleText } from "../../text/visibleText";
import { Debounce } from "../../time/debounce";
import { minuteMs } from "../../time/units";
import { LateProgress } from "../protocol/lateProgress";
import { type CheckedSource, hearEditor } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import { locationOf, uriOfPath } from "./lookedAt";
import type { OpenSource, SolidityState } from "./solidityState";
import { syntaxPart } from "./syntaxProblems";

/** What is shown, and what the compiler said behind it. */
interface ReportedProblem {
  readonly diagnostic: Diagnostic;
  readonly reported: LocatedDiagnostic;
}

/** A text that is the same for problems that say the same of the same place. */
const keyOf = ({ range: { start, end }, message }: Diagnostic): string =>
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

/** A registry that could not be reached is left alone for so long, whatever is saved. */
const offlineMs = 5 * minuteMs;

/** What asking a registry again won't change for a while. */
const notToBeHad = new Set(["compilerOffline", "compilerRegistryNotAllowed", "compilerUnknown"]);

/** Typing pauses for so long before it is looked at. */
const pauseMs = 500;

/** What was just opened is shown and colored first. */
const openedMs = 250;

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

const isOurs = ({ type, code }: LocatedDiagnostic): boolean =>
  type === "Chainside" && code !== undefined && Object.hasOwn(clientEntries, code);

/** No registry was asked for the compiler yet. */
const isNotDownloaded = (reported: LocatedDiagnostic): boolean =>
  reported.code === "compilerNotDownloaded" && isOurs(reported);

const lacksCompiler = ({ diagnostics }: CheckedSource): boolean => diagnostics.some(isNotDownloaded);

const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Code that can't be reached is what its finding is about, to the last line; other findings are about what stands in their first one. */
const unreachableCode = "5740";

/** What is marked of a declaration that takes many lines: the first of them, to its end, wherever that is. */
function markedRange(range: Diagnostic["range"], code: string | undefined): Diagnostic["range"] {
  const { start, end } = range;
  if (start.line === end.line || code === unreachableCode) return range;
  return { start, end: { line: start.line, character: uinteger.MAX_VALUE } };
}

function progressText(progress: CompileProgress): string {
  if (progress.kind === "compiling") {
    const { version: compiler, files, done, running } = progress;
    const [oldest] = running;
    return files < 2 || !oldest
      ? t("Solidity {0}, files: {1}", compiler, files)
      : t("Solidity {0}, files compiled: {1} of {2}; {3}", compiler, done, files, oldest.name);
  }
  const { version, received, total } = progress;
  const amount = (bytes: number): string => (bytes / mebibyte).toFixed(1);
  return total === undefined
    ? t("downloading Solidity {0} from npm, {1} MiB", version, amount(received))
    : t("downloading Solidity {0} from npm, {1} of {2} MiB", version, amount(received), amount(total));
}

/** What is wrong with sources, told while the user types and when they are saved. */
export class CompilerProblems {
  /** By address of a file that was checked: what it said of which files. */
  readonly #reported = new Map<string, ReadonlyMap<string, readonly ReportedProblem[]>>();
  readonly #typing = new Debounce();
  readonly #running = new Map<string, AbortController>();
  /** By address: the version of the text that a compilation of the editor's spoke of. */
  readonly #compiled = new Map<string, number | undefined>();
  #offlineAt = 0;

  constructor(private readonly state: SolidityState) {}

  soon({ uri, path }: OpenSource, ms: number, mayFetch: boolean): void {
    if (path === undefined || isOfPackage(path)) return;
    this.#typing.after(
      ms,
      () => void this.#check(uri, path, mayFetch).catch((error: unknown) => this.#failed(error)),
      uri,
    );
  }

  #failed(error: unknown): void {
    this.state.connection.console.error(String(error));
  }

  all(): void {
    for (const source of this.state.sources.values()) this.soon(source, pauseMs, false);
  }

  /** A file that is closed says nothing more. */
  forget(uri: string): void {
    this.#typing.takeBack(uri);
    this.#running.get(uri)?.abort();
    this.#compiled.delete(uri);
    if (this.#reported.has(uri)) this.#say(uri, undefined);
  }

  /** What the editor compiled, as it was asked to. */
  async tookCompiled(files: readonly CheckedSource[]): Promise<void> {
    for (const { path } of files) {
      const uri = uriOfPath(this.state, path);
      const source = this.state.sources.get(uri);
      if (source) this.#compiled.set(uri, source.version);
    }
    await this.take(files);
  }

  async #check(uri: string, path: string, mayFetch: boolean): Promise<void> {
    const { state } = this;
    this.#running.get(uri)?.abort();
    const abort = new AbortController();
    this.#running.set(uri, abort);
    const late = new LateProgress(state.connection, state.client, t("Compiling {0}", visibleText(basename(path))));
    late.signal.addEventListener("abort", () => abort.abort());
    try {
      const may = mayFetch && Date.now() - this.#offlineAt > offlineMs;
      const version = state.sources.get(uri)?.version;
      const request = await state.request([path], may);
      const wish = { code: false, hashUses: false };
      const say = (progress: CompileProgress): void => late.say(progressText(progress));
      const files = await state.service.check(request, wish, say, abort.signal);
      if (abort.signal.aborted) return;
      const offline = files.some(({ diagnostics }) =>
        diagnostics.some(({ type, code }) => type === "Chainside" && notToBeHad.has(code ?? "")),
      );
      if (may) this.#offlineAt = offline ? Date.now() : 0;
      // the editor compiled meanwhile, with leave to ask registries: that no compiler is here says less
      const isCompiled = this.#compiled.has(uri) && this.#compiled.get(uri) === state.sources.get(uri)?.version;
      if (isCompiled && files.every(lacksCompiler)) return;
      await this.take(files, version);
      state.editor.tell("chainside/checked", { files: files.map(({ contracts: _, ...file }) => file), fetched: may });
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      late.done();
      if (this.#running.get(uri) === abort) this.#running.delete(uri);
    }
  }

  /** Shows what was found in files; what they said before is gone. */
  async take(files: readonly CheckedSource[], version?: number): Promise<void> {
    for (const { path, choice, isRight, diagnostics } of files) {
      if (choice?.evmReason.kind === "chain") this.state.machineIsChains.add(path);
      else this.state.machineIsChains.delete(path);
      const uri = uriOfPath(this.state, path);
      const byFile = new Map<string, ReportedProblem[]>();
      for (const reported of diagnostics) {
        // No problem of the source. Our own editor offers the compiler in its status bar.
        if (isNotDownloaded(reported) && this.state.options.answers) continue;
        const place = reported.location && locationOf(this.state, reported.location);
        const about = place?.uri ?? uri;
        byFile.set(about, [
          ...(byFile.get(about) ?? []),
          { reported, diagnostic: await this.#diagnostic(reported, place?.range) },
        ]);
      }
      const hasRead = isRight || diagnostics.some((reported) => !isOurs(reported));
      if (hasRead && version === this.state.sources.get(uri)?.version) this.state.leave(syntaxPart, uri);
      this.#say(uri, byFile, version);
    }
  }

  async #diagnostic(reported: LocatedDiagnostic, range: Diagnostic["range"] = nowhere): Promise<Diagnostic> {
    const ours = isOurs(reported);
    const words = ours
      ? await explainError(clientError(reported.code as ClientErrorCode, reported.details ?? {}))
      : undefined;
    const related = this.state.client.textDocument?.publishDiagnostics?.relatedInformation
      ? reported.related.flatMap((each) => {
          const location = locationOf(this.state, each);
          return location ? [{ location, message: visibleText(each.message) }] : [];
        })
      : [];
    return {
      range: markedRange(range, reported.code),
      severity: severities[reported.severity],
      source: ours ? "Chainside" : "solc",
      message: visibleText(words ? joinSentences(words.meaning, words.advice) : reported.message),
      ...(reported.code === undefined || ours ? {} : { code: reported.code }),
      ...(related.length > 0 ? { relatedInformation: related } : {}),
    };
  }

  /** What a file says of which files, from now on; these are shown anew, and no others. */
  #say(file: string, reported: ReadonlyMap<string, readonly ReportedProblem[]> | undefined, version?: number): void {
    const before = this.#reported.get(file);
    if (reported) this.#reported.set(file, reported);
    else this.#reported.delete(file);
    // what a file says of itself decides what others may say of it
    for (const uri of new Set([file, ...(before?.keys() ?? []), ...(reported?.keys() ?? [])])) {
      const problems = this.#problemsOf(uri);
      this.state.show("compiler", uri, problems, uri === file ? version : undefined);
    }
  }

  /** A file may be spoken of by itself and by those that import it: each word once. */
  #problemsOf(uri: string): readonly ReportedProblem[] {
    const shown = new Map<string, ReportedProblem>();
    for (const reported of this.#reported.values())
      for (const problem of reported.get(uri) ?? []) shown.set(keyOf(problem.diagnostic), problem);
    const own = this.#reported.get(uri);
    if (!own) return [...shown.values()];
    // What a file says of itself counts more than what others said of it earlier.
    const known = new Set((own.get(uri) ?? []).map(({ diagnostic }) => diagnostic.message));
    return [...shown.values()].filter(({ diagnostic }) => known.has(diagnostic.message));
  }
}

/** Errors and warnings of the compiler. */
export const compilerProblems: SolidityFeature = {
  register(state) {
    const problems = new CompilerProblems(state);
    state.listen({
      opened: (source) => problems.soon(source, openedMs, false),
      changed: (source) => problems.soon(source, pauseMs, false),
      saved: (source) => problems.soon(source, 0, true),
      closed: (uri) => problems.forget(uri),
      environmentChanged: () => problems.all(),
    });
    hearEditor(state.connection, "chainside/compiled", ({ files }) => {
      problems.tookCompiled(files).catch((error: unknown) => state.connection.console.error(String(error)));
    });
  },
};
