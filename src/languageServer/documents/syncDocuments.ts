import { basename, dirname } from "node:path";
import { folderOnDisk } from "../../files/folderOnDisk";
import { detectFile } from "../../nodeConfig/detectFile";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { isNodeFolder } from "../../nodeConfig/nodeFolder";
import { fromRange, pathOf } from "./protocolRanges";
import { fileKind, type OpenDocument, type OpenPeerList, type ServerState } from "./serverState";
import { changedText } from "./textChanges";

/** The language that the editor gives a node's files. Under any other name the content has to tell. */
const languageId = "fisco-ini";

/** A nodes.json is looked at in the folder of a node only. */
function openPeerList(state: ServerState, path: string, uri: string, version: number, text: string): void {
  const list: OpenPeerList = { uri, version, text, isOurs: false, ready: Promise.resolve() };
  list.ready = isNodeFolder(folderOnDisk(dirname(path)).read).then((ours) => {
    list.isOurs = ours;
    if (ours && state.peerLists.get(uri) === list) state.peerListChanged(list);
  });
  state.peerLists.set(uri, list);
}

/** Keeps the open documents as the editor has them, a change touching only the lines it names. */
export function syncDocuments(state: ServerState): void {
  const { connection, documents, directory } = state;
  connection.onDidOpenTextDocument(async ({ textDocument: { uri, text, version, languageId: language } }) => {
    const path = pathOf(uri);
    if (path !== undefined && basename(path) === "nodes.json") {
      openPeerList(state, path, uri, version, text);
      return;
    }
    const kind = fileKind(path ?? uri);
    if (language !== languageId && detectFile(path ?? uri, text) !== kind) return;
    const ini = parseDocument(text, kind);
    const ready = Promise.resolve();
    const document: OpenDocument = { uri, path, version, ini, revision: 0, ready, isReady: path === undefined };
    if (path !== undefined)
      document.ready = Promise.all([directory.ensureFolderOf(path), state.lookForMark(document)]).then(() => undefined);
    documents.set(uri, document);
    await document.ready;
    document.isReady = true;
    if (documents.get(uri) === document) state.documentChanged(document);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const list = state.peerLists.get(uri);
    if (list) {
      list.version = version;
      list.text = changedText(list.text, contentChanges);
      if (list.isOurs) state.peerListChanged(list);
      return;
    }
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
    const document = documents.get(uri) ?? state.peerLists.get(uri);
    documents.delete(uri);
    state.peerLists.delete(uri);
    if (document) state.documentClosed(document);
  });
}
