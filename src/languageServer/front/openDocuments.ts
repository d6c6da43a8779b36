import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
  TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { changedText } from "../documents/textChanges";
import type { Language } from "../protocol/messages";

/** The last part of an address, decoded as far as it can be. */
function nameOf(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whose text a document is, by its name and what the editor calls its language; undefined for no text of ours. */
export function languageOf(uri: string, languageId = ""): Language | undefined {
  const name = nameOf(uri).toLowerCase();
  if (/\.chain\.ya?ml$/.test(name)) return "scenario";
  if (languageId === "solidity" || name.endsWith(".sol")) return "solidity";
  // Whether any other `.ini` is a node's its text tells.
  const isConfig = languageId === "fisco-ini" || /\.(?:ini|genesis)$/.test(name) || name === "nodes.json";
  return isConfig ? "config" : undefined;
}

/** So many changes are kept beside a text before they are put into it. */
const maxChanges = 200;

/** A document as the editor has it: kept so that a process that begins again can be given it. */
interface OpenDocument {
  readonly uri: string;
  readonly language: Language;
  readonly languageId: string;
  version: number;
  text: string;
  /** Not yet in the text: a keystroke costs nothing here. */
  changes: TextDocumentContentChangeEvent[];
}

function settle(document: OpenDocument): void {
  document.text = changedText(document.text, document.changes);
  document.changes = [];
}

/** The documents that the editor has open. */
export class OpenDocuments {
  readonly #open = new Map<string, OpenDocument>();

  get(uri: string): OpenDocument | undefined {
    return this.#open.get(uri);
  }

  open({ textDocument: { uri, languageId, version, text } }: DidOpenTextDocumentParams): OpenDocument | undefined {
    const language = languageOf(uri, languageId);
    if (!language) return undefined;
    const document = { uri, language, languageId, version, text, changes: [] };
    this.#open.set(uri, document);
    return document;
  }

  change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): OpenDocument | undefined {
    const document = this.#open.get(uri);
    if (!document) return undefined;
    document.version = version;
    document.changes.push(...contentChanges);
    if (document.changes.length > maxChanges) settle(document);
    return document;
  }

  close(uri: string): OpenDocument | undefined {
    const document = this.#open.get(uri);
    this.#open.delete(uri);
    return document;
  }

  /** Those of a language, as `didOpen` gives them. */
  of(language: Language): DidOpenTextDocumentParams[] {
    return [...this.#open.values()]
      .filter((document) => document.language === language)
      .map((document) => {
        settle(document);
        const { uri, languageId, version, text } = document;
        return { textDocument: { uri, languageId, version, text } };
      });
  }

  has(language: Language): boolean {
    return [...this.#open.values()].some((document) => document.language === language);
  }
}
