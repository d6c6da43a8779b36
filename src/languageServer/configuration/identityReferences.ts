import { pathToFileURL } from "node:url";
import {
  ErrorCodes,
  type Location,
  type Position,
  type Range,
  ResponseError,
  type ServerCapabilities,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import { t } from "../../text/catalogue";
import { type IdentitySpan, identityInLine } from "../documents/identityInLine";
import { columns } from "../documents/protocolRanges";
import type { ServerState } from "../documents/serverState";

interface Found extends IdentitySpan {
  line: number;
}

function identityAt(ini: IniDocument, { line: index, character }: Position): Found | undefined {
  const line = ini.lines[index];
  const span = line && identityInLine(line);
  return span && character >= span.start && character <= span.end ? { ...span, line: index } : undefined;
}

/** Every place of the identity in a document, whatever the case of its digits. */
function places(ini: IniDocument, id: string): Range[] {
  const wanted = id.toLowerCase();
  return ini.lines.flatMap((line, index) => {
    const span = identityInLine(line);
    return span?.id.toLowerCase() === wanted ? [columns(index, span.start, span.end)] : [];
  });
}

async function renameEverywhere(state: ServerState, id: string, newId: string): Promise<WorkspaceEdit> {
  const changes: Record<string, TextEdit[]> = {};
  for await (const { uri, ini } of state.files()) {
    const edits = places(ini, id).map((range) => ({ range, newText: newId }));
    if (edits.length > 0) changes[uri] = edits;
  }
  return { changes };
}

function refuse(message: string): never {
  throw new ResponseError(ErrorCodes.InvalidParams, message);
}

function checkNewId(old: string, wanted: string): string {
  const newId = wanted.trim();
  if (!/^[0-9a-fA-F]+$/.test(newId)) refuse(t("An ID consists of hex digits only, without 0x."));
  if (newId.length !== old.length) refuse(t("This ID needs {0} hex digits, but has {1}.", old.length, newId.length));
  if (/^0+$/.test(newId)) refuse(t("The node doesn't accept an ID of zeros only."));
  return newId.toLowerCase();
}

/** Go to the folder that owns an ID, find its places in all node folders, rename it in all of them. */
export function registerIdentityReferences(state: ServerState): ServerCapabilities {
  const { connection, directory } = state;
  const find = (uri: string, position: Position): Found | undefined => {
    const document = state.documents.get(uri);
    return document && identityAt(document.ini, position);
  };
  const definition = (id: string): Location[] => {
    const owner = directory.owner(id);
    return owner?.idFile ? [{ uri: pathToFileURL(owner.idFile).href, range: columns(0, 0, id.length) }] : [];
  };
  connection.onDefinition(async ({ textDocument, position }) => {
    await state.scanned;
    const found = find(textDocument.uri, position);
    return found ? definition(found.id) : null;
  });
  connection.onReferences(async ({ textDocument, position, context }) => {
    const found = find(textDocument.uri, position);
    if (!found) return null;
    const locations = context.includeDeclaration ? definition(found.id) : [];
    for await (const { uri, ini } of state.files()) {
      locations.push(...places(ini, found.id).map((range) => ({ uri, range })));
    }
    return locations;
  });
  connection.onDocumentHighlight(({ textDocument, position }) => {
    const document = state.documents.get(textDocument.uri);
    const found = find(textDocument.uri, position);
    return document && found ? places(document.ini, found.id).map((range) => ({ range })) : null;
  });
  connection.onPrepareRename(({ textDocument, position }) => {
    const found = find(textDocument.uri, position);
    if (!found) refuse(t("Only node IDs can be renamed here. Place the cursor on one."));
    return { range: columns(found.line, found.start, found.end), placeholder: found.id };
  });
  connection.onRenameRequest(({ textDocument, position, newName }) => {
    const found = find(textDocument.uri, position);
    if (!found) refuse(t("Only node IDs can be renamed here. Place the cursor on one."));
    return renameEverywhere(state, found.id, checkNewId(found.id, newName));
  });
  return {
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
  };
}
