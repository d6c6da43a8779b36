import nodePath from "node:path";
import type {
  CancellationToken,
  ClientCapabilities,
  CodeAction,
  CodeActionParams,
  CompletionItem,
  Connection,
  Diagnostic,
  Position,
  TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { pathKey } from "../../files/pathKey";
import { type Compiling, type EditorRequest, EditorService } from "../../solidity/language/editorService";
import type { LanguageAnswer, LanguageQuestion, LocatedDiagnostic } from "../../solidity/language/questions";
import { jsonObjectOf } from "../../text/limits/boundedJson";
import { pathBelow } from "../../text/pathBelow";
import { isChainVersion } from "../../text/versions";
import { rangeAfter } from "../documents/textChanges";
import { type CompileFor, type Editor, type StartOptions, signalOf } from "../protocol/messages";

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/**
 * What sources are compiled for in an editor that only has settings (the section `chainside`): `solidity.compiler`, `solidity.evmVersion`,
 * `solidity.suite` (`standard` or `sm`), `solidity.chainVersion` (the chain's data version). What isn't trusted names no compiler.
 */
function compileForOf(settings: unknown, { trusted = true }: StartOptions): CompileFor {
  const given = jsonObjectOf(jsonObjectOf(settings)["solidity"]);
  const compiler = trusted ? wordOf(given["compiler"]) : undefined;
  const evmVersion = wordOf(given["evmVersion"]);
  const version = wordOf(given["chainVersion"]);
  return {
    suite: given["suite"] === "sm" ? "sm" : "standard",
    trusted,
    ...(compiler === undefined ? {} : { compiler }),
    ...(evmVersion === undefined ? {} : { evmVersion }),
    ...(version !== undefined && isChainVersion(version) ? { chain: { compatibilityVersion: version } } : {}),
  };
}

/** A source that is open in the editor: the editor's text counts, not the file's. */
export interface OpenSource {
  readonly uri: string;
  /** Undefined for what is no file. */
  readonly path: string | undefined;
  readonly version: number;
  readonly text: string;
}

/** What is shown of a source. */
export interface ShownProblem {
  readonly diagnostic: Diagnostic;
  /** The compiler's word behind it, where it is one. */
  readonly reported?: LocatedDiagnostic;
}

/** Hears what the editor does. */
interface SourceListener {
  opened?(source: OpenSource): void;
  changed?(source: OpenSource): void;
  saved?(source: OpenSource): void;
  closed?(uri: string): void;
  /** What sources are compiled for is another, or a setting is. */
  environmentChanged?(): void;
}

/** Parts of answers that several features give together. */
interface AnswerParts {
  /** Undefined: not known yet; the editor is told to ask again. */
  readonly completions: ((
    source: OpenSource,
    position: Position,
    signal: AbortSignal,
  ) => Promise<CompletionItem[] | undefined>)[];
  readonly actions: ((source: OpenSource, asked: CodeActionParams, signal: AbortSignal) => Promise<CodeAction[]>)[];
}

/** Asks the editor for its settings. */
type ReadSettings = () => Promise<unknown>;

/** What the features share: open sources, what an editor is, how sources are compiled. */
export class SolidityState {
  /** By URI. */
  readonly sources = new Map<string, OpenSource>();
  readonly parts: AnswerParts = { completions: [], actions: [] };
  /** What is shown of sources: by URI, and by who says it. */
  readonly #shown = new Map<string, Map<string, readonly ShownProblem[]>>();
  readonly #published = new Map<string, string>();
  /** What was compiled for last, by path: the chain alone decides about the machine. */
  readonly machineIsChains = new Set<string>();
  readonly commands: ReadonlySet<string>;
  readonly service: EditorService;
  readonly #listeners: SourceListener[] = [];
  #settings: Promise<unknown> | undefined;

  constructor(
    readonly connection: Connection,
    readonly client: ClientCapabilities,
    readonly editor: Editor,
    readonly options: StartOptions,
    /** Folders that are open, absolute. */
    readonly folders: Set<string>,
    private readonly readSettings: ReadSettings,
    compiling: Compiling,
  ) {
    this.commands = new Set(options.commands);
    this.service = new EditorService(compiling);
  }

  listen(listener: SourceListener): void {
    this.#listeners.push(listener);
  }

  tell<Name extends keyof SourceListener>(name: Name, ...news: Parameters<NonNullable<SourceListener[Name]>>): void {
    for (const listener of this.#listeners)
      (listener[name] as ((...given: typeof news) => void) | undefined)?.(...news);
  }

  /** What is shown of a source, of all parts. */
  problemsOf(uri: string): readonly ShownProblem[] {
    return [...(this.#shown.get(uri)?.values() ?? [])].flat();
  }

  /**
   * Shows what one part (`by`) finds in a source, beside what others find in it.
   * @param version of the text that it was found in, where that is open in the editor: told even where nothing else is new
   */
  show(by: string, uri: string, problems: readonly ShownProblem[], version?: number): void {
    const shown = this.#shown.get(uri) ?? new Map<string, readonly ShownProblem[]>();
    if (version === undefined && problems.length === 0 && !shown.has(by)) return;
    if (problems.length > 0) shown.set(by, problems);
    else shown.delete(by);
    if (shown.size > 0) this.#shown.set(uri, shown);
    else this.#shown.delete(uri);
    const diagnostics = this.problemsOf(uri).map(({ diagnostic }) => diagnostic);
    const words = JSON.stringify([version, diagnostics]);
    if (version === undefined && diagnostics.length === 0 && !this.#published.has(uri)) return;
    if (this.#published.get(uri) === words) return;
    if (diagnostics.length > 0 || version !== undefined) this.#published.set(uri, words);
    else this.#published.delete(uri);
    void this.connection.sendDiagnostics({ uri, ...(version === undefined ? {} : { version }), diagnostics });
  }

  /** What one part found counts no more; it goes when the source's problems are shown next. */
  leave(by: string, uri: string): void {
    this.#shown.get(uri)?.delete(by);
  }

  /** What is shown of a source goes along with its text, as it does in the editor; what is written over is gone. */
  moveProblems(uri: string, changes: readonly TextDocumentContentChangeEvent[]): void {
    const shown = this.#shown.get(uri);
    if (!shown) return;
    for (const [by, problems] of shown)
      shown.set(
        by,
        problems.flatMap((problem) => {
          const range = rangeAfter(problem.diagnostic.range, changes);
          return range ? [{ ...problem, diagnostic: { ...problem.diagnostic, range } }] : [];
        }),
      );
  }

  /**
   * Settings are read again before the next compilation.
   * @param reported what an editor says that can't be asked
   */
  forgetSettings(reported: unknown): void {
    const canBeAsked = this.client.workspace?.configuration ?? false;
    this.#settings = canBeAsked ? undefined : Promise.resolve(jsonObjectOf(reported)["chainside"]);
  }

  /** The folder that is open around a path. */
  folderOf(path: string): string | undefined {
    return [...this.folders]
      .filter((folder) => pathBelow(folder, path, nodePath) !== undefined)
      .sort((left, right) => right.length - left.length)[0];
  }

  /** What a source is compiled for: the editor says it, or its settings do. */
  async compileFor(path: string): Promise<CompileFor> {
    const reported = await this.editor.ask("chainside/compileFor", { path });
    if (reported) return reported;
    return compileForOf(await this.settings(), this.options);
  }

  /** The section `chainside` of the editor's settings; undefined where it has none. */
  async settings(): Promise<unknown> {
    this.#settings ??= this.readSettings();
    return this.#settings.catch(() => undefined);
  }

  /** A request about files of one folder, with the texts of the editor. */
  async request(files: readonly string[], mayFetch: boolean): Promise<EditorRequest> {
    const [first = ""] = files;
    const overlays: Record<string, string> = {};
    for (const { path, text } of this.sources.values()) if (path !== undefined) overlays[path] = text;
    return { ...(await this.compileFor(first)), files, workspace: this.folderOf(first), mayFetch, overlays };
  }

  /** The open source of a path, however the path is written. */
  at(path: string): OpenSource | undefined {
    const key = pathKey(path);
    return [...this.sources.values()].find((source) => source.path !== undefined && pathKey(source.path) === key);
  }

  /** What the last compilation without an error answers; undefined for what is no file. @throws ResponseError when it is cancelled */
  async ask<Kind extends LanguageAnswer["kind"]>(
    { path }: OpenSource,
    question: LanguageQuestion,
    kind: Kind,
    token: CancellationToken | AbortSignal,
  ): Promise<Extract<LanguageAnswer, { readonly kind: Kind }> | undefined> {
    if (path === undefined) return undefined;
    const signal = signalOf(token);
    const answer = await this.service.ask(await this.request([path], false), question, signal);
    signal.throwIfAborted();
    return answer.kind === kind ? (answer as Extract<LanguageAnswer, { readonly kind: Kind }>) : undefined;
  }
}
