import { dirname } from "node:path";
import type { CodeLens, Command, ServerCapabilities } from "vscode-languageserver/node";
import { listSectionName, sectionReadInstead } from "../../nodeConfig/analysis/accessLists";
import { knowsLists, resolveEvaluation } from "../../nodeConfig/analysis/evaluation";
import type { IniBlock } from "../../nodeConfig/document/iniLine";
import { isIdentity } from "../../nodeConfig/document/listIdentities";
import { t } from "../../text/catalogue";
import { answerLenses } from "../documents/answers";
import { columns } from "../documents/protocolRanges";
import type { OpenDocument, ServerState } from "../documents/serverState";
import { editorCommand } from "../protocol/messages";

type Identities = ReadonlySet<string>;

/** The different identities of each list section that the node keeps. */
function acceptedIdentities(state: ServerState, { ini, path }: OpenDocument): Map<IniBlock, Identities> {
  const { identityLength } = resolveEvaluation(ini, state.context(path));
  const ids = new Map<IniBlock, Set<string>>();
  for (const line of ini.lines) {
    const { block } = line;
    if (line.kind !== "entry" || !block?.listSection?.owns(line.name)) continue;
    const { value } = line;
    if (!isIdentity(value, identityLength)) continue;
    const known = ids.get(block) ?? new Set();
    ids.set(block, known.add(value.toLowerCase()));
  }
  return ids;
}

/** How many a whitelist names that the blacklist, which goes before it, does not refuse. */
function acceptedCount(ini: OpenDocument["ini"], own: Identities, all: ReadonlyMap<IniBlock, Identities>): number {
  const black = listSectionName(ini, "black");
  const refused = new Set([...all].flatMap(([block, ids]) => (block.name === black ? [...ids] : [])));
  return [...own].filter((id) => !refused.has(id)).length;
}

/** `named`: identities of the list that the node keeps; `count`: those of them that it makes a difference for. */
function listState(list: "black" | "white", named: number, count: number): string {
  if (list === "white") {
    if (named === 0) return t("Whitelist off: any node can connect");
    return count === 1 ? t("1 node accepted") : t("{0} nodes accepted", count);
  }
  if (count === 0) return t("Blacklist off: no node is refused");
  return count === 1 ? t("1 node refused") : t("{0} nodes refused", count);
}

function lenses(state: ServerState, document: OpenDocument): CodeLens[] {
  const { ini, path } = document;
  if (ini.kind !== "config") return [];
  const accepted = acceptedIdentities(state, document);
  const known = knowsLists(resolveEvaluation(ini, state.context(path)));
  const stateOf = (list: "black" | "white", block: IniBlock): string => {
    if (!known) return t("Not read: releases 3.0 and 3.1 have no access lists");
    const section = block.keys.size > 0 ? sectionReadInstead(ini, block) : undefined;
    if (section !== undefined) return t("Not read: [{0}] takes precedence", section);
    const own = accepted.get(block) ?? new Set();
    return listState(list, own.size, list === "white" ? acceptedCount(ini, own, accepted) : own.size);
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
    surroundingsChanged: () => {
      if (state.client.workspace?.codeLens?.refreshSupport) void connection.sendRequest("workspace/codeLens/refresh");
    },
  });
  return { codeLensProvider: { resolveProvider: false } };
}
