import type { FormattingOptions, ServerCapabilities, TextEdit } from "vscode-languageserver/node";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import type { IniLine } from "../../nodeConfig/document/iniLine";
import { columns } from "../protocolRanges";
import type { ServerState } from "../serverState";

/** How the line should stand; `undefined` leaves it alone, as every line that the node does not understand. */
function formatted(line: IniLine, indent: string): string | undefined {
  switch (line.kind) {
    case "blank":
      return "";
    case "comment":
      return indent + line.text.slice(line.start, line.end);
    case "section": {
      const rest = line.value;
      return `[${line.name}]${rest === "" ? "" : ` ${rest}`}`;
    }
    case "entry":
      return `${indent}${line.name}=${line.value}`;
    default:
      return undefined;
  }
}

/**
 * Edits that indent what stands in a section as the generator does and cut blanks around names and values. The node cuts the
 * same blanks when it reads, so nothing changes for it. A file with lone CRs is left alone: there a line is not what it seems.
 */
export function formattingEdits(ini: IniDocument, options: FormattingOptions, from = 0, to = Infinity): TextEdit[] {
  if (ini.lines.some((line) => line.eol === "\r") || ini.lines[0]?.from === 1) return [];
  const indent = options.insertSpaces ? " ".repeat(options.tabSize) : "\t";
  const edits: TextEdit[] = [];
  for (const [index, line] of ini.lines.entries()) {
    if (index < from || index > to) continue;
    const wanted = formatted(line, line.block?.header ? indent : "");
    if (wanted !== undefined && wanted !== line.text) {
      edits.push({ range: columns(index, 0, line.text.length), newText: wanted });
    }
  }
  return edits;
}

/** Formats a document or a part of it without changing what the node reads. */
export function registerFormatting(state: ServerState): ServerCapabilities {
  state.connection.onDocumentFormatting(({ textDocument, options }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? formattingEdits(document.ini, options) : [];
  });
  state.connection.onDocumentRangeFormatting(({ textDocument, options, range }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? formattingEdits(document.ini, options, range.start.line, range.end.line) : [];
  });
  return { documentFormattingProvider: true, documentRangeFormattingProvider: true };
}
