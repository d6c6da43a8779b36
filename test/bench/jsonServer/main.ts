// VS Code's JSON language service behind the smallest server that speaks the protocol: what it is measured against.
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { createConnection, ProposedFeatures, TextDocumentSyncKind, TextDocuments } from "vscode-languageserver/node";

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
const service = getLanguageService({});
connection.onInitialize(() => ({ capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental } }));
documents.onDidChangeContent(async ({ document }) => {
  const diagnostics = await service.doValidation(document, service.parseJSONDocument(document));
  await connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
});
documents.listen(connection);
connection.listen();
