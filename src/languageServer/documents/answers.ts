import type {
  CodeAction,
  CodeActionParams,
  CodeLens,
  CodeLensParams,
  Connection,
  DocumentSymbol,
  DocumentSymbolParams,
  InlayHint,
  InlayHintParams,
} from "vscode-languageserver/node";
import { visibleLine } from "../../text/visibleText";

/**
 * The only way of what names the workspace's nodes, sections and values in the editor, beside findings and hovers (`say`): lint refuses
 * the connection's own methods elsewhere.
 */

export function answerLenses(connection: Connection, find: (params: CodeLensParams) => readonly CodeLens[]): void {
  connection.onCodeLens((params) =>
    find(params).map(({ command, ...lens }) =>
      command ? { ...lens, command: { ...command, title: visibleLine(command.title) } } : lens,
    ),
  );
}

/** Hints whose label is a text. */
export function answerHints(
  connection: Connection,
  find: (params: InlayHintParams) => readonly (InlayHint & { label: string })[],
): void {
  connection.languages.inlayHint.on((params) =>
    find(params).map((hint) => ({ ...hint, label: visibleLine(hint.label) })),
  );
}

const shownSymbol = ({ name, detail, children, ...symbol }: DocumentSymbol): DocumentSymbol => ({
  ...symbol,
  name: visibleLine(name),
  ...(detail === undefined ? {} : { detail: visibleLine(detail) }),
  ...(children === undefined ? {} : { children: children.map(shownSymbol) }),
});

export function answerSymbols(
  connection: Connection,
  find: (params: DocumentSymbolParams) => readonly DocumentSymbol[],
): void {
  connection.onDocumentSymbol((params) => find(params).map(shownSymbol));
}

export function answerActions(connection: Connection, find: (params: CodeActionParams) => readonly CodeAction[]): void {
  connection.onCodeAction((params) => find(params).map((action) => ({ ...action, title: visibleLine(action.title) })));
}
