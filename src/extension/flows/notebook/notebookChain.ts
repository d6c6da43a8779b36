import type * as vscode from "vscode";
import type { NotebookText } from "../../../chain/notebook/notebookFile";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";

/** Which chain a notebook names. Of the embedded one the name depends on the language, so it has a word of its own. */
export type NotebookChain = Pick<NotebookText, "connection" | "group">;

export const nameOfEmbedded = "embedded";

export const notebookName = ({ origin, name }: Pick<Connection, "origin" | "name">): string =>
  origin === "embedded" ? nameOfEmbedded : name;

/** How a notebook names a group. */
export const chainOf = ({ connection, groupId }: ChainGroup): NotebookChain => ({
  connection: notebookName(connection),
  group: groupId,
});

export function namedChain({ metadata }: vscode.NotebookDocument): NotebookChain {
  const { connection, group }: NotebookChain = metadata;
  return { ...(connection ? { connection } : {}), ...(group ? { group } : {}) };
}

export const fits =
  (wanted: NotebookChain) =>
  ({ connection, groupId }: ChainGroup): boolean =>
    notebookName(connection) === wanted.connection && (wanted.group === undefined || groupId === wanted.group);

/** The group of a notebook as far as it is connected: nothing is asked and nothing is connected. */
export function connectedGroup(
  { connections }: Pick<Chainside, "connections">,
  notebook: vscode.NotebookDocument | undefined,
): ChainGroup | undefined {
  const wanted = notebook ? namedChain(notebook) : {};
  const { groups, activeGroup } = connections;
  return wanted.connection === undefined ? activeGroup : groups.find(fits(wanted));
}
