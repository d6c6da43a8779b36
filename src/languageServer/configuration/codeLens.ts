import { dirname } from "node:path";
import {
  type CodeLens,
  type Command,
  type InlayHint,
  InlayHintKind,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import { type AccessLists, readAccessLists, sectionReadInstead } from "../../nodeConfig/analysis/accessLists";
import type { IniBlock } from "../../nodeConfig/document/iniLine";
import { namedCount } from "../../nodeConfig/lists/namedCount";
import { t } from "../../text/catalogue";
import { answerHints, answerLenses } from "../documents/answers";
import { identityInLine } from "../documents/identityInLine";
import { ownerLabel } from "../documents/ownerLabel";
import { columns } from "../documents/protocolRanges";
import type { OpenDocument, ServerState } from "../documents/serverState";
import { editorCommand } from "../protocol/messages";

function listState(lists: AccessLists, list: "black" | "white"): string {
  const count = namedCount(lists, list);
  if (list === "white") {
    if (!lists.white.enabled) return t("Whitelist off: any node can connect");
    return count === 1 ? t("1 node accepted") : t("{0} nodes accepted", count);
  }
  if (count === 0) return t("Blacklist off: no node is refused");
  return count === 1 ? t("1 node refused") : t("{0} nodes refused", count);
}

function lenses(state: ServerState, document: OpenDocument): CodeLens[] {
  const { ini, path } = document;
  if (ini.kind !== "config") return [];
  const lists = readAccessLists(ini, state.context(path));
  const stateOf = (list: "black" | "white", block: IniBlock): string => {
    if (!lists.known) return t("Not read: releases 3.0 and 3.1 have no access lists");
    const section = block.keys.size > 0 ? sectionReadInstead(ini, block) : undefined;
    if (section !== undefined) return t("Not read: [{0}] takes precedence", section);
    return listState(lists, list);
  };
  const found: CodeLens[] = [];
  for (const [index, line] of ini.lines.entries()) {
    const list = line.kind === "section" ? line.block?.listSection?.list : undefined;
    if (!list || !line.block) continue;
    const range = columns(index, line.start, line.headerEnd);
    const add = (command: Command): void => void found.push({ range, command });
    add({ title: stateOf(list, line.block), command: "" });
    const offer = (title: string, command: "chainside.reloadNode" | "chainside.openAccessMatrix"): void => {
      if (path !== undefined && state.commands.has(command)) add(editorCommand(command, title, dirname(path)));
    };
    offer(t("Reload"), "chainside.reloadNode");
    offer(t("Access matrix"), "chainside.openAccessMatrix");
  }
  return found;
}

/** Above each list: what it does now, and the next steps with it. */
export function registerCodeLens(state: ServerState): ServerCapabilities {
  const { connection } = state;
  answerLenses(connection, ({ textDocument }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? lenses(state, document) : [];
  });
  state.listen({
    environmentChanged: () => {
      if (state.client.workspace?.codeLens?.refreshSupport) void connection.sendRequest("workspace/codeLens/refresh");
    },
  });
  return { codeLensProvider: { resolveProvider: false } };
}

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

/** Before each ID that is known, whose it is: `node2 · sealer`. Behind it no one would see: an ID has up to 512 digits. */
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
