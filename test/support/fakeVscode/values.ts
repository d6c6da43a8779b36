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
  readonly event = (listener: (value: Value) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  /** How many listen: a test can see that whoever is disposed listens no more. */
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
  static file(path: string): Uri {
    return new Uri({ scheme: "file", path });
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
  get fsPath(): string {
    return this.path;
  }
  toString(plain = false): string {
    const { scheme, authority, path, query, fragment } = this;
    if (plain) return `${scheme}:${path}${query ? `?${query}` : ""}`;
    const host = authority || scheme === "file" ? `//${authority}` : "";
    const tail = `${query ? `?${encodeURIComponent(query)}` : ""}${fragment ? `#${encodeURIComponent(fragment)}` : ""}`;
    return `${scheme}:${host}${encodeURI(path)}${tail}`;
  }
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
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

export class DocumentLink {
  tooltip?: string;
  constructor(
    readonly range: Range,
    readonly target?: Uri,
  ) {}
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
    readonly label: string,
    readonly collapsibleState = TreeItemCollapsibleState.None,
  ) {}
}

export class MarkdownString {
  constructor(public value = "") {}
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
export enum FileType {
  Unknown = 0,
  File = 1,
  Directory = 2,
}
