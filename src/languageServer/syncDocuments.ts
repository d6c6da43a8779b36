import { detectFile } from "../nodeConfig/detectFile";
import { parseDocument } from "../nodeConfig/document/iniDocument";
import { fromRange } from "./protocolRanges";
import { fileKind, type OpenDocument, pathOf, type ServerState } from "./serverState";

/** The language that the editor gives a node's files. Under any other name the content has to tell. */
const languageId = "fisco-ini";

/** Keeps the open documents as the editor has them, a change touching only the lines it names. */
export function syncDocuments(state: ServerState): void {
  const { connection, documents, directory } = state;
  connection.onDidOpenTextDocument(async ({ textDocument: { uri, text, version, languageId: language } }) => {
    const path = pathOf(uri);
    const kind = fileKind(path ?? uri);
    if (language !== languageId && detectFile(path ?? uri, text) !== kind) return;
    const ready = path === undefined ? Promise.resolve() : directory.ensureFolderOf(path);
    const ini = parseDocument(text, kind);
    const document: OpenDocument = { uri, path, version, ini, revision: 0, ready, isReady: path === undefined };
    documents.set(uri, document);
    await ready;
    document.isReady = true;
    if (documents.get(uri) === document) state.documentChanged(document);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const document = documents.get(uri);
    if (!document) return;
    document.version = version;
    document.revision++;
    for (const change of contentChanges) {
      if ("range" in change) document.ini.applyEdit({ range: fromRange(change.range), newText: change.text });
      else document.ini = parseDocument(change.text, document.ini.kind);
    }
    state.documentChanged(document);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    if (document && documents.delete(uri)) state.documentClosed(document);
  });
}
