import { type FoldingRange, FoldingRangeKind, type ServerCapabilities } from "vscode-languageserver/node";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import type { ServerState } from "../documents/serverState";

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
