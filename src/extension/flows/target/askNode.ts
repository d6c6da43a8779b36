import * as vscode from "vscode";
import { getGroupPeers } from "../../../chain/rpc/getGroupPeers";
import { getObserverList } from "../../../chain/rpc/getObserverList";
import { getSealerList } from "../../../chain/rpc/getSealerList";
import { isNodeId } from "../../../crypto/bytes/hex";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

export type Role = "sealer" | "observer" | "other";

interface GroupMember {
  readonly nodeId: string;
  readonly role: Role;
  readonly weight: number | bigint | undefined;
}

async function members(group: ChainGroup): Promise<GroupMember[]> {
  const { client } = group.session;
  const [sealers, observers, peers] = await Promise.all([
    getSealerList(client),
    getObserverList(client),
    getGroupPeers(client),
  ]);
  const listed = new Set([...sealers.map(({ nodeID }) => nodeID), ...observers]);
  return [
    ...sealers.map(({ nodeID, weight }): GroupMember => ({ nodeId: nodeID, role: "sealer", weight })),
    ...observers.map((nodeId): GroupMember => ({ nodeId, role: "observer", weight: undefined })),
    ...peers
      .filter((nodeId) => !listed.has(nodeId))
      .map((nodeId): GroupMember => ({ nodeId, role: "other", weight: undefined })),
  ];
}

function roleText(role: Role): string {
  switch (role) {
    case "sealer":
      return vscode.l10n.t("sealer");
    case "observer":
      return vscode.l10n.t("observer");
    case "other":
      return vscode.l10n.t("neither sealer nor observer");
  }
}

/** The node that was clicked; else one of the group with a fitting role, or one typed by hand. @throws Cancelled */
export async function askNode(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  { roles, title }: { readonly roles: readonly Role[]; readonly title: string },
): Promise<string> {
  if (target.kind === "node") return target.nodeId;
  await app.nodeNames.ready();
  const fitting = (await members(group)).filter(({ role }) => roles.includes(role));
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
