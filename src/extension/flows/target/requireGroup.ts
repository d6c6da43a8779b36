import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

type Known = Pick<Chainside, "connections">;

/** The connection of a group's id, and the group's own. */
function partsOf(groupId: string): readonly [connection: string, group: string] {
  const end = groupId.lastIndexOf("/");
  return [groupId.slice(0, end), groupId.slice(end + 1)];
}

/** `production · group0` of the ID of a group that isn't connected. */
function awayTitle({ connections }: Known, groupId: string): string {
  const [id, group] = partsOf(groupId);
  const usual = id === "embedded" ? vscode.l10n.t("Embedded chain") : id.replace(/^(?:settings|session):/, "");
  return `${connections.get(id)?.name ?? usual} · ${group}`;
}

/**
 * The group of a page, a result or a document. Its error offers to connect that one.
 * @throws ChainError usage `notConnected`.
 */
export function requireGroup(app: Known, groupId: string): ChainGroup {
  const group = app.connections.findGroup(groupId);
  if (group) return group;
  throw clientError("notConnected", { name: awayTitle(app, groupId), connection: partsOf(groupId)[0] });
}
