import {
  type CancellationToken,
  type CodeAction,
  type CodeActionParams,
  type CodeLens,
  type CodeLensParams,
  type Connection,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type InlayHint,
  type InlayHintParams,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver/node";
import { visibleLine, visibleText } from "../../text/visibleText";

/**
 * The only way of what names the workspace's nodes, sections and values in the editor, beside findings and hovers (`say`): lint refuses
 * the connection's own methods elsewhere.
 */

/** What a handler gives at once is given at once. */
type Found<Item> = readonly Item[] | Promise<readonly Item[]>;

function each<Item>(found: Found<Item>, shown: (item: Item) => Item): Item[] | Promise<Item[]> {
  return found instanceof Promise ? found.then((items) => items.map(shown)) : found.map(shown);
}

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
  find: (params: InlayHintParams, token: CancellationToken) => Found<InlayHint & { label: string }>,
): void {
  connection.languages.inlayHint.on((params, token) =>
    each(find(params, token), (hint) => ({ ...hint, label: visibleLine(hint.label) })),
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
  find: (params: DocumentSymbolParams, token: CancellationToken) => Found<DocumentSymbol>,
): void {
  connection.onDocumentSymbol((params, token) => each(find(params, token), shownSymbol));
}

export function answerActions(
  connection: Connection,
  find: (params: CodeActionParams, token: CancellationToken) => Found<CodeAction>,
): void {
  connection.onCodeAction((params, token) =>
    each(find(params, token), (action) => ({ ...action, title: visibleLine(action.title) })),
  );
}

/** What an editor shows where it asked for something that can't be. */
export const refused = (words: string): ResponseError<void> =>
  new ResponseError(LSPErrorCodes.RequestFailed, visibleText(words));
