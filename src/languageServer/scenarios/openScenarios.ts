import { type Connection, type Position, TextDocumentSyncKind } from "vscode-languageserver/node";
import { pathKey } from "../../files/pathKey";
import { pathOf } from "../documents/serverState";

/** A scenario that is open in the editor: the editor's text counts, not the file's. */
export interface OpenScenario {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly text: string;
}

/** What the editor tells of changes: whole texts, as a scenario is short. */
export const scenarioSync = { openClose: true, change: TextDocumentSyncKind.Full, save: true } as const;

/** The scenarios that are open. */
export class OpenScenarios {
  readonly #open = new Map<string, OpenScenario>();

  /** @param changed hears of each that was opened or changed, and of each that was closed, as undefined */
  constructor(connection: Connection, changed: (uri: string, scenario: OpenScenario | undefined) => void) {
    const take = (uri: string, version: number, text: string): void => {
      const path = pathOf(uri);
      if (path === undefined) return;
      const scenario = { uri, path, version, text };
      this.#open.set(uri, scenario);
      changed(uri, scenario);
    };
    connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => take(uri, version, text));
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const last = contentChanges.at(-1);
      if (last) take(uri, version, last.text);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#open.delete(uri);
      changed(uri, undefined);
    });
  }

  get all(): readonly OpenScenario[] {
    return [...this.#open.values()];
  }

  get(uri: string): OpenScenario | undefined {
    return this.#open.get(uri);
  }

  /** The one that lies at a path, whatever way the path is written. */
  at(path: string): OpenScenario | undefined {
    const key = pathKey(path);
    return this.all.find((each) => pathKey(each.path) === key);
  }
}

/** Where a position of the editor stands in a text. */
export function offsetAt(text: string, { line, character }: Position): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + character, end < 0 ? text.length : end);
}
