// The plain values of VS Code's interface, for tests without VS Code: what the extension makes and reads of them, no more.
import { posix } from "node:path";

export class Disposable {
  constructor(private readonly end: () => unknown) {}
  static from(...all: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }
  dispose(): void {
    this.end();
  }
}

export class EventEmitter<Value> {
  readonly #listeners = new Set<(value: Value) => unknown>();
  readonly event = (listener: (value: Value) => unknown, self?: unknown, disposables?: Disposable[]): Disposable => {
    const own = self === undefined ? listener : listener.bind(self);
    this.#listeners.add(own);
    const subscription = new Disposable(() => this.#listeners.delete(own));
    disposables?.push(subscription);
    return subscription;
  };
  /** How many listen: a test can see that anyone who is disposed listens no more. */
  get listeners(): number {
    return this.#listeners.size;
  }
  fire(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
  readonly fragment?: string;
}

const onWindows = process.platform === "win32";

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  private constructor({ scheme, authority = "", path = "", query = "", fragment = "" }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }
  /** As VS Code takes it apart: a share is the authority, and paths have `/` and begin with it on every system. */
  static file(path: string): Uri {
    const plain = onWindows ? path.replaceAll("\\", "/") : path;
    const [, authority, rest = "/"] = /^\/\/([^/]+)(\/.*)?$/.exec(plain) ?? [];
    if (authority !== undefined) return new Uri({ scheme: "file", authority, path: rest });
    return new Uri({ scheme: "file", path: plain.startsWith("/") ? plain : `/${plain}` });
  }
  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }
  static parse(text: string): Uri {
    const [, scheme = "file", authority, path, query, fragment] =
      /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
    const decoded = (part: string | undefined): string => decodeURIComponent(part ?? "");
    return new Uri({
      scheme,
      authority: decoded(authority),
      path: decoded(path),
      query: decoded(query),
      fragment: decoded(fragment),
    });
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri({ ...base, path: posix.join(base.path, ...parts) });
  }
  with(change: Partial<UriParts>): Uri {
    return new Uri({ ...this, ...change });
  }
  /** The path as this system writes it, drives in lower case. */
  get fsPath(): string {
    const { scheme, authority, path } = this;
    const plain =
      authority !== "" && path.length > 1 && scheme === "file"
        ? `//${authority}${path}`
        : path.replace(/^\/([A-Za-z]):/, (_, drive: string) => `${drive.toLowerCase()}:`);
    return onWindows ? plain.replaceAll("/", "\\") : plain;
  }
  toString(plain = false): string {
    const { scheme, authority, path, query, fragment } = this;
    if (plain) return `${scheme}:${path}${query ? `?${query}` : ""}`;
    const host = authority || scheme === "file" ? `//${authority}` : "";
    const tail = `${query ? `?${encodeURIComponent(query)}` : ""}${fragment ? `#${encodeURIComponent(fragment)}` : ""}`;
    return `${scheme}:${host}${encodeURI(path)}${tail}`;
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export enum TreeItemCollapsibleState {
  None = 0,
  Collapsed = 1,
  Expanded = 2,
}

export class TreeItem {
  constructor(
    public label: string,
    public collapsibleState = TreeItemCollapsibleState.None,
  ) {}
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position | number, end: Position | number, endLine?: number, endCharacter?: number) {
    if (typeof start === "number" || typeof end === "number") {
      this.start = new Position(Number(start), Number(end));
      this.end = new Position(endLine ?? 0, endCharacter ?? 0);
    } else [this.start, this.end] = [start, end];
  }
  intersection(other: Range): Range | undefined {
    const later = (one: Position, two: Position): Position =>
      one.line > two.line || (one.line === two.line && one.character > two.character) ? one : two;
    const [start, end] = [
      later(this.start, other.start),
      this.end === later(this.end, other.end) ? other.end : this.end,
    ];
    return later(start, end) === start && (start.line !== end.line || start.character !== end.character)
      ? undefined
      : new Range(start, end);
  }
  contains({ line, character }: Position): boolean {
    const after = line > this.start.line || (line === this.start.line && character >= this.start.character);
    return after && (line < this.end.line || (line === this.end.line && character <= this.end.character));
  }
}

export class Location {
  readonly range: Range;
  constructor(
    readonly uri: Uri,
    range: Range | Position,
  ) {
    this.range = range instanceof Range ? range : new Range(range, range);
  }
}

export class Selection extends Range {
  get active(): Position {
    return this.end;
  }
  get isEmpty(): boolean {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}

export class Hover {
  readonly contents: readonly MarkdownString[];
  constructor(
    contents: MarkdownString | readonly MarkdownString[],
    readonly range?: Range,
  ) {
    this.contents = [contents].flat();
  }
}

export class DocumentLink {
  tooltip?: string;
  constructor(
    readonly range: Range,
    public target?: Uri,
  ) {}
}

export class FoldingRange {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}

export interface TextEdit {
  readonly uri: Uri;
  readonly range: Range;
  readonly text: string;
}

/** Changes of several files, as they were asked for. */
export class WorkspaceEdit {
  readonly texts: TextEdit[] = [];
  readonly files: { readonly uri: Uri; readonly contents: Uint8Array }[] = [];
  /** The notebooks that are edited. */
  readonly notebooks: Uri[] = [];
  set(uri: Uri): void {
    this.notebooks.push(uri);
  }
  replace(uri: Uri, range: Range, text: string): void {
    this.texts.push({ uri, range, text });
  }
  insert(uri: Uri, at: Position, text: string): void {
    this.replace(uri, new Range(at, at), text);
  }
  /** The files whose text is edited. */
  entries(): [Uri, TextEdit[]][] {
    const all = new Map(this.texts.map(({ uri }) => [uri.toString(), uri]));
    return [...all].map(([key, uri]) => [uri, this.texts.filter((edit) => edit.uri.toString() === key)]);
  }
  createFile(uri: Uri, { contents = new Uint8Array() }: { contents?: Uint8Array } = {}): void {
    this.files.push({ uri, contents });
  }
}

export class ShellExecution {
  constructor(
    readonly command: string,
    readonly args: readonly string[],
    readonly options: { cwd?: string } = {},
  ) {}
}

/** A program without a shell around it. */
export class ProcessExecution extends ShellExecution {}

export class CustomExecution {
  constructor(readonly callback: () => Promise<unknown>) {}
}

export enum TaskRevealKind {
  Always = 1,
  Silent = 2,
  Never = 3,
}

export class Task {
  presentationOptions: { readonly reveal?: TaskRevealKind } = {};
  constructor(
    readonly definition: unknown,
    readonly scope: unknown,
    readonly name: string,
    readonly source: string,
    readonly execution: ShellExecution | CustomExecution,
  ) {}
}

export enum TaskScope {
  Global = 1,
  Workspace = 2,
}
export enum FileType {
  Unknown = 0,
  File = 1,
  Directory = 2,
  SymbolicLink = 64,
}
export enum InputBoxValidationSeverity {
  Info = 1,
  Warning = 2,
  Error = 3,
}
export enum TextEditorRevealType {
  Default = 0,
}
export enum NotebookCellStatusBarAlignment {
  Left = 1,
  Right = 2,
}

export class MarkdownString {
  isTrusted: unknown;
  constructor(public value = "") {}
  appendCodeblock(text: string): this {
    this.value += `\n${text}\n`;
    return this;
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>|]/g, "\\$&");
    return this;
  }
}

export class DataTransferItem {
  constructor(readonly value: unknown) {}
  async asString(): Promise<string> {
    return String(this.value);
  }
}

export class CancellationTokenSource {
  readonly #requested = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#requested.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#requested.fire();
  }
  dispose(): void {
    this.#requested.dispose();
  }
}

export class CancellationError extends Error {
  constructor() {
    super("Canceled");
    this.name = "Canceled";
  }
}

export enum QuickPickItemKind {
  Separator = -1,
  Default = 0,
}
export enum ProgressLocation {
  SourceControl = 1,
  Window = 10,
  Notification = 15,
}
export enum ViewColumn {
  Active = -1,
  Beside = -2,
  One = 1,
}
export enum ConfigurationTarget {
  Global = 1,
  Workspace = 2,
  WorkspaceFolder = 3,
}
export enum StatusBarAlignment {
  Left = 1,
  Right = 2,
}

/** A pattern of files below a folder. */
export class RelativePattern {
  constructor(
    readonly base: unknown,
    readonly pattern: string,
  ) {}

  /** As the files of the window take it, which has one folder. */
  toString(): string {
    return this.pattern;
  }
}

/** A debug adapter that VS Code speaks to by calls. */
export class DebugAdapterInlineImplementation {
  constructor(readonly implementation: unknown) {}
}
