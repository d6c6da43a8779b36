import type { Connection } from "vscode-languageserver/node";
import { pathKey } from "../../files/pathKey";
import { pathOf } from "../documents/protocolRanges";
import { changedText } from "../documents/textChanges";

/** A scenario that is open in the editor: the editor's text counts, not the file's. */
export interface OpenScenario {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly text: string;
}

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
      const before = this.#open.get(uri);
      if (before) take(uri, version, changedText(before.text, contentChanges));
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
