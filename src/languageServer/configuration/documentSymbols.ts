import { type DocumentSymbol, type ServerCapabilities, SymbolKind } from "vscode-languageserver/node";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import { shortened } from "../../text/shortText";
import { answerSymbols } from "../documents/answers";
import { identityInLine } from "../documents/identityInLine";
import { columns } from "../documents/protocolRanges";
import type { ServerState } from "../documents/serverState";

/** An outline of more entries doesn't help and costs each keystroke. */
const limit = 5000;

function outline(state: ServerState, ini: IniDocument): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  let section: DocumentSymbol | undefined;
  let count = 0;
  for (const [index, line] of ini.lines.entries()) {
    if (line.kind === "section") {
      const header = columns(index, line.start, line.headerEnd);
      section = {
        name: line.name || "[]",
        kind: SymbolKind.Namespace,
        range: { start: header.start, end: header.end },
        selectionRange: header,
        children: [],
      };
      top.push(section);
    } else if (line.kind === "entry" && ++count <= limit) {
      const span = identityInLine(line);
      const owner = span && state.directory.owner(span.id);
      (section?.children ?? top).push({
        name: line.name,
        detail: owner ? owner.name : line.value.length > 40 ? shortened(line.value, 12) : line.value,
        kind: span ? SymbolKind.Key : SymbolKind.Property,
        range: columns(index, line.start, line.end),
        selectionRange: columns(index, line.nameStart, line.nameEnd),
      });
    }
    if (section && line.kind !== "blank") section.range.end = { line: index, character: line.end };
  }
  return top;
}

/** The outline: sections with their entries, an ID under the name of its node. */
export function registerDocumentSymbols(state: ServerState): ServerCapabilities {
  answerSymbols(state.connection, ({ textDocument }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? outline(state, document.ini) : [];
  });
  return { documentSymbolProvider: true };
}
