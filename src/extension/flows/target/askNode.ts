import * as vscode from "vscode";
import { getGroupPeers } from "../../../chain/rpc/groups";
import { type GroupMember, getGroupMembers, type MemberRole } from "../../../chain/services/consensus/groupMembers";
import { isNodeId } from "../../../crypto/bytes/hex";
import type { NodeRole } from "../../../operations/model/question";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { roleText } from "../nodes/roleText";

/** Nodes of a group; those that its consensus doesn't list are known as peers alone. */
async function nodesOf({
  session,
}: ChainGroup): Promise<(Omit<GroupMember, "role"> & { readonly role?: MemberRole })[]> {
  const [members, peers] = await Promise.all([getGroupMembers(session), getGroupPeers(session.client)]);
  const listed = new Set(members.map(({ nodeId }) => nodeId));
  return [...members, ...peers.filter((nodeId) => !listed.has(nodeId)).map((nodeId) => ({ nodeId }))];
}

/** What may be done with a sealer may be done with one that waits for its turn. */
const roleOf = (role: MemberRole | undefined): NodeRole => (role === "candidateSealer" ? "sealer" : (role ?? "other"));

/** The node that was clicked; else one of the group with a fitting role, or one typed by hand. @throws Cancelled */
export async function askNode(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  { roles, title }: { readonly roles: readonly NodeRole[]; readonly title: string },
): Promise<string> {
  if (target.kind === "node") return target.nodeId;
  await app.nodeNames.ready();
  const fitting = (await nodesOf(group)).filter(({ role }) => roles.includes(roleOf(role)));
  const chosen = await askChoice<string>(
    [
      ...fitting.map(
        ({ nodeId, role, weight }): Choice<string> => ({
          label: `$(server) ${app.nodeNames.label(nodeId)}`,
          description: [
            roleText(role),
            ...(weight === undefined ? [] : [vscode.l10n.t("weight {0}", String(weight))]),
          ].join(" · "),
          detail: nodeId,
          value: nodeId,
        }),
      ),
      { label: `$(edit) ${vscode.l10n.t("Enter a node ID…")}`, alwaysShow: true, value: "" },
    ],
    { title, placeHolder: vscode.l10n.t("Select a node") },
  );
  if (chosen) return chosen;
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Enter the node ID: 128 hex digits without 0x (in the node's conf/node.nodeid)"),
    validate: (text) =>
      isNodeId(text.trim())
        ? undefined
        : vscode.l10n.t(
            "A node ID has 128 hex digits without 0x, but this text has {0} characters.",
            text.trim().length,
          ),
  });
  return typed.trim().toLowerCase();
}
