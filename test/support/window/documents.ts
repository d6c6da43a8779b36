// Files and documents of a window without a screen: what is opened, made by a provider, edited and saved.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Diagnostic } from "../fakeVscode/language";
import { EventEmitter, Position, Range, Selection, type TextEdit, Uri, type WorkspaceEdit } from "../fakeVscode/values";

/** A collection of what is wrong, which the Problems view would show. */
export const diagnosticCollection = (shown: Map<string, readonly Diagnostic[]>) => ({
  set: (uri: Uri, found: readonly Diagnostic[]) => shown.set(uri.fsPath, found),
  delete: (uri: Uri) => shown.delete(uri.fsPath),
  clear: () => shown.clear(),
  dispose: () => undefined,
});

interface ContentProvider {
  readonly onDidChange?: (listener: (uri: Uri) => void) => { dispose(): void };
  provideTextDocumentContent(uri: Uri): Promise<string> | string;
}

export class FakeDocument {
  isClosed = false;
  isDirty = false;
  version = 1;

  constructor(
    readonly uri: Uri,
    public text: string,
    readonly languageId: string,
  ) {}
  get fileName(): string {
    return this.uri.fsPath;
  }
  get isUntitled(): boolean {
    return this.uri.scheme === "untitled";
  }
  get lineCount(): number {
    return this.text.split("\n").length;
  }
  offsetAt({ line, character }: Position): number {
    const lines = this.text.split("\n");
    if (line >= lines.length) return this.text.length;
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    return before + Math.min(character, lines[line]?.length ?? 0);
  }
  positionAt(offset: number): Position {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }
  getText(range?: Range): string {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  lineAt(at: number | Position): { text: string; lineNumber: number } {
    const lineNumber = typeof at === "number" ? at : at.line;
    return { text: this.text.split("\n")[lineNumber] ?? "", lineNumber };
  }
  getWordRangeAtPosition({ line, character }: Position, words: RegExp): Range | undefined {
    for (const found of this.lineAt(line).text.matchAll(new RegExp(words.source, `${words.flags.replace("g", "")}g`))) {
      const end = found.index + found[0].length;
      if (found.index <= character && character <= end) return new Range(line, found.index, line, end);
    }
    return undefined;
  }
  async save(): Promise<boolean> {
    writeFileSync(this.uri.fsPath, this.text);
    this.isDirty = false;
    return true;
  }
}

/** What stands behind a line. */
interface Decoration {
  readonly range: Range;
  readonly renderOptions?: { readonly after?: { readonly contentText?: string } };
}

export interface FakeEditor {
  readonly document: FakeDocument;
  selection: Selection;
  /** Words behind lines, from 1. */
  readonly behind: Map<number, string>;
  setDecorations(type: unknown, decorations: readonly Decoration[]): void;
  /** All of it: a window without a screen has room for every line. */
  readonly visibleRanges: readonly Range[];
  revealRange(range: Range): void;
}

const languages: Readonly<Record<string, string>> = { json: "json", sol: "solidity", java: "java", ts: "typescript" };
const languageOf = (path: string): string => languages[path.slice(path.lastIndexOf(".") + 1)] ?? "plaintext";

export class Documents {
  readonly #open = new Map<string, FakeDocument>();
  readonly #providers = new Map<string, ContentProvider>();
  readonly opened = new EventEmitter<FakeDocument>();
  readonly closed = new EventEmitter<FakeDocument>();
  readonly saved = new EventEmitter<FakeDocument>();
  readonly changed = new EventEmitter<{ document: FakeDocument; contentChanges: readonly object[] }>();
  readonly links: { provideDocumentLinks(document: FakeDocument): unknown }[] = [];
  readonly completions: { provideCompletionItems(document: FakeDocument, at: Position): unknown }[] = [];
  readonly symbols: { provideDocumentSymbols(document: FakeDocument): unknown }[] = [];
  readonly lenses: {
    readonly languages: readonly string[];
    readonly provider: { provideCodeLenses(document: FakeDocument): unknown };
  }[] = [];
  readonly actions: {
    provideCodeActions(
      document: FakeDocument,
      range: Range,
      context: { readonly diagnostics: readonly Diagnostic[] },
    ): unknown;
  }[] = [];
  /** What is wrong with files, by their paths. */
  readonly diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly hovers: { provideHover(document: FakeDocument, at: Position): unknown }[] = [];
  active: FakeEditor | undefined;
  #untitled = 0;

  get all(): FakeDocument[] {
    return [...this.#open.values()];
  }

  provide(scheme: string, provider: ContentProvider): void {
    this.#providers.set(scheme, provider);
    provider.onDidChange?.((uri) => void this.#readAgain(uri));
  }

  async #readAgain(uri: Uri): Promise<void> {
    const document = this.#open.get(uri.toString());
    const text = document && (await this.#providers.get(uri.scheme)?.provideTextDocumentContent(uri));
    if (!document || text === undefined) return;
    document.text = text;
    document.version += 1;
    this.changed.fire({ document, contentChanges: [] });
  }

  /** A file was written by another process. */
  reread(uri: Uri): void {
    const document = this.#open.get(uri.toString());
    if (!document || document.isDirty) return;
    document.text = readFileSync(uri.fsPath, "utf8");
    document.version += 1;
    this.changed.fire({ document, contentChanges: [] });
  }

  async open(what: Uri | string | { content?: string; language?: string }): Promise<FakeDocument> {
    const uri =
      what instanceof Uri
        ? what
        : typeof what === "string"
          ? Uri.file(what)
          : Uri.from({ scheme: "untitled", path: `Untitled-${++this.#untitled}` });
    const known = this.#open.get(uri.toString());
    if (known) return known;
    const provider = this.#providers.get(uri.scheme);
    const text = provider
      ? await provider.provideTextDocumentContent(uri)
      : uri.scheme === "untitled"
        ? ((what as { content?: string }).content ?? "")
        : readFileSync(uri.fsPath, "utf8");
    const named = what instanceof Uri || typeof what === "string" ? undefined : what.language;
    const document = new FakeDocument(uri, text, provider ? "fisco-record" : (named ?? languageOf(uri.path)));
    this.#open.set(uri.toString(), document);
    this.opened.fire(document);
    return document;
  }

  async show(what: FakeDocument | Uri, { selection }: { selection?: Range } = {}): Promise<FakeEditor> {
    const document = what instanceof Uri ? await this.open(what) : what;
    const start = selection?.start ?? new Position(0, 0);
    const behind = new Map<number, string>();
    this.active = {
      document,
      selection: new Selection(start, selection?.end ?? start),
      behind,
      setDecorations: (_, decorations) => {
        behind.clear();
        for (const { range, renderOptions } of decorations)
          behind.set(range.start.line + 1, renderOptions?.after?.contentText ?? "");
      },
      get visibleRanges() {
        return [new Range(0, 0, document.lineCount, 0)];
      },
      revealRange: () => undefined,
    };
    return this.active;
  }

  closeAll(): void {
    for (const document of this.all) {
      document.isClosed = true;
      this.closed.fire(document);
    }
    this.#open.clear();
    this.active = undefined;
  }

  /** As the editor does it without a preview: all of it, into documents that stay to be saved. */
  async apply({ texts, files }: WorkspaceEdit): Promise<boolean> {
    for (const { uri, contents } of files) {
      mkdirSync(dirname(uri.fsPath), { recursive: true });
      writeFileSync(uri.fsPath, contents);
    }
    const byFile = new Map<string, TextEdit[]>();
    for (const edit of texts) byFile.set(String(edit.uri), [...(byFile.get(String(edit.uri)) ?? []), edit]);
    for (const edits of byFile.values()) {
      const [first] = edits;
      if (!first || !existsSync(first.uri.fsPath)) continue;
      const document = await this.open(first.uri);
      const places = edits
        .map(({ range, text }) => ({ from: document.offsetAt(range.start), to: document.offsetAt(range.end), text }))
        .sort((one, other) => other.from - one.from);
      for (const { from, to, text } of places)
        document.text = `${document.text.slice(0, from)}${text}${document.text.slice(to)}`;
      document.version += 1;
      document.isDirty = true;
      this.changed.fire({ document, contentChanges: [] });
    }
    return true;
  }
}
