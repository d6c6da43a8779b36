import { type InlayHint, InlayHintKind, type ServerCapabilities } from "vscode-languageserver/node";
import { answerHints } from "../documents/answers";
import { identityInLine } from "../documents/identityInLine";
import { ownerLabel } from "../documents/ownerLabel";
import type { OpenDocument, ServerState } from "../documents/serverState";

type LabelledHint = InlayHint & { label: string };

function hints(state: ServerState, { ini }: OpenDocument, from: number, to: number): LabelledHint[] {
  const found: LabelledHint[] = [];
  for (let index = from; index <= to; index++) {
    const line = ini.lines[index];
    const span = line && identityInLine(line);
    const owner = span && state.directory.owner(span.id);
    if (!span || !owner) continue;
    found.push({
      position: { line: index, character: span.start },
      label: ownerLabel(owner),
      kind: InlayHintKind.Type,
      paddingRight: true,
    });
  }
  return found;
}

/** Before each ID that is known, whose it is: `node2 · sealer`. Behind it they wouldn't be seen: an ID has up to 512 digits. */
export function registerInlayHints(state: ServerState): ServerCapabilities {
  const { connection } = state;
  answerHints(connection, ({ textDocument, range }) => {
    const document = state.documents.get(textDocument.uri);
    if (!document) return [];
    const last = document.ini.lines.length - 1;
    return hints(state, document, Math.max(0, range.start.line), Math.min(range.end.line, last));
  });
  state.listen({
    environmentChanged: () => {
      if (state.client.workspace?.inlayHint?.refreshSupport) void connection.languages.inlayHint.refresh();
    },
  });
  return { inlayHintProvider: true };
}
