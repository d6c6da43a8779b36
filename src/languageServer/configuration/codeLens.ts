import { dirname } from "node:path";
import type { CodeLens, Command, ServerCapabilities } from "vscode-languageserver/node";
import { type AccessLists, readAccessLists, sectionReadInstead } from "../../nodeConfig/analysis/accessLists";
import type { IniBlock } from "../../nodeConfig/document/iniLine";
import { namedCount } from "../../nodeConfig/lists/namedCount";
import { t } from "../../text/catalogue";
import { answerLenses } from "../documents/answers";
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
