import {
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type ServerCapabilities,
  SymbolKind,
} from "vscode-languageserver/node";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import { shortened } from "../../text/shortText";
import { answerSymbols } from "../documents/answers";
import { identityInLine } from "../documents/identityInLine";
import { columns } from "../documents/protocolRanges";
import type { ServerState } from "../documents/serverState";

/** An outline of more entries helps no one and costs each keystroke. */
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

function foldings(ini: IniDocument): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  let header = -1;
  let comment = -1;
  let last = -1;
  const endComment = (end: number): void => {
    if (comment >= 0 && end > comment) {
      ranges.push({ startLine: comment, endLine: end, kind: FoldingRangeKind.Comment });
    }
    comment = -1;
  };
  const endSection = (): void => {
    if (header >= 0 && last > header) ranges.push({ startLine: header, endLine: last });
  };
  for (const [index, line] of ini.lines.entries()) {
    if (line.kind === "comment") {
      if (comment < 0) comment = index;
    } else endComment(index - 1);
    if (line.kind === "section") {
      endSection();
      header = index;
    }
    if (line.kind !== "blank") last = index;
  }
  endComment(ini.lines.length - 1);
  endSection();
  return ranges;
}

/** Sections fold, and comments of several lines. */
export function registerFoldingRanges(state: ServerState): ServerCapabilities {
  state.connection.onFoldingRanges(({ textDocument }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? foldings(document.ini) : [];
  });
  return { foldingRangeProvider: true };
}
