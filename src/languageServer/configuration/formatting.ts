import type { FormattingOptions, ServerCapabilities, TextEdit } from "vscode-languageserver/node";
import { formatDocument } from "../../nodeConfig/edits/formatDocument";
import { toTextEdit } from "../documents/protocolRanges";
import type { OpenDocument, ServerState } from "../documents/serverState";

function edits(document: OpenDocument | undefined, { insertSpaces, tabSize }: FormattingOptions): TextEdit[] {
  if (!document) return [];
  return formatDocument(document.ini, insertSpaces ? " ".repeat(tabSize) : "\t").map(toTextEdit);
}

/** Formats a document or a part of it without changing what the node reads. */
export function registerFormatting(state: ServerState): ServerCapabilities {
  state.connection.onDocumentFormatting(({ textDocument, options }) =>
    edits(state.documents.get(textDocument.uri), options),
  );
  state.connection.onDocumentRangeFormatting(({ textDocument, options, range: { start, end } }) =>
    edits(state.documents.get(textDocument.uri), options).filter(
      ({ range }) => range.start.line >= start.line && range.end.line <= end.line,
    ),
  );
  return { documentFormattingProvider: true, documentRangeFormattingProvider: true };
}
