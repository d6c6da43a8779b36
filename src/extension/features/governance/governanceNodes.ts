import * as vscode from "vscode";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import { totalWeight } from "../../../chain/services/governance/voteCount";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { deployPolicyText } from "../../../operations/consequences/deployPolicy";
import { shortHex } from "../../../text/shortText";
import { accountLabel, ownLabel } from "../../flows/accounts/accountName";
import { type GroupedNode, groupLine, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import { accountNodes, contractNodes } from "./governedNodes";
import { ownRightNodes } from "./ownRights";
import { proposalNodes } from "./proposalNodes";

function rateText({ participatesRate, winRate }: CommitteeInfo): string {
  return vscode.l10n.t("participation {0}%, approval {1}%", participatesRate, winRate);
}

function governorLine(
  app: Chainside,
  parent: GroupedNode,
  governor: CommitteeInfo["governors"][number],
  total: number,
) {
  const { address, weight } = governor;
  const share = vscode.l10n.t("weight {0} of {1}", weight, total);
  const signs = isSameAddress(app.accounts.active(parent.group)?.address ?? "", address);
  return itemLine(parent, {
    target: { kind: "account", address: address.toLowerCase() as Address, proposalKinds: ["setGovernorWeight"] },
    id: address,
    label: accountLabel(app, address),
    // The label of one that the address book has, or of none, shows it.
    description: [share, ...(ownLabel(app, address) === undefined ? [] : [shortHex(address)])].join(" · "),
    tooltip: `${address}\n\n${share}`,
    icon: signs ? "pass-filled" : "person",
    context: ["governor"],
    copyText: address,
  });
}

function committeeNode(app: Chainside, top: GroupedNode, info: CommitteeInfo): GroupedNode {
  const total = totalWeight(info);
  return itemLine(top, {
    target: { kind: "group", proposalKinds: ["setGovernorWeight", "setRate", "upgradeVoteComputer"] },
    id: "committee",
    label: vscode.l10n.t("Committee"),
    description: rateText(info),
    icon: "organization",
    context: ["committee"],
    expanded: true,
    children: (node) => info.governors.map((governor) => governorLine(app, node, governor, total)),
  });
}

async function deployNode(top: GroupedNode): Promise<GroupedNode> {
  const { getDeployAuthType } = await import("../../../chain/services/contractAuth/deployAuth");
  const type = await getDeployAuthType(top.group.session);
  return itemLine(top, {
    target: { kind: "group", proposalKinds: ["setDeployAuthType", "modifyDeployAuth"] },
    id: "deployPolicy",
    label: vscode.l10n.t("Who can deploy"),
    description: deployPolicyText(type),
    icon: "cloud-upload",
    context: ["deployPolicy"],
  });
}

/** A chain from before 3.3, or without permission management then: it has no committee until one is made. */
function noCommittee(top: TreeNode): TreeNode[] {
  return [
    messageNode(top, vscode.l10n.t("This chain has no committee. Anyone can create one, once."), {
      icon: "info",
      command: commandOf("chainside.initCommittee", vscode.l10n.t("Create Committee")),
    }),
  ];
}

async function parts(app: Chainside, top: GroupedNode): Promise<readonly TreeNode[]> {
  const { group } = top;
  const { getCommitteeInfo } = await import("../../../chain/services/governance/committee");
  let info: CommitteeInfo;
  try {
    info = await getCommitteeInfo(group.session);
  } catch (error) {
    if (error instanceof ChainError && error.code === "noCommittee") return noCommittee(top);
    throw error;
  }
  return [
    committeeNode(app, top, info),
    itemLine(top, {
      id: "proposals",
      label: vscode.l10n.t("Proposals"),
      icon: "checklist",
      expanded: true,
      children: (node, state) => proposalNodes({ app, info }, node, state),
    }),
    await deployNode(top),
    itemLine(top, {
      id: "ownRights",
      label: vscode.l10n.t("Your Permissions"),
      tooltip: vscode.l10n.t("What the signing account can do on this chain"),
      icon: "verified",
      children: (node) => ownRightNodes(app, node, info),
    }),
    itemLine(top, {
      id: "accounts",
      label: vscode.l10n.t("Governors and Your Accounts"),
      tooltip: vscode.l10n.t("Whether they can deploy, and whether they're frozen"),
      icon: "account",
      children: (node) => accountNodes(app, node, info),
    }),
    itemLine(top, {
      id: "contracts",
      label: vscode.l10n.t("Contracts"),
      tooltip: vscode.l10n.t("Admin, status, and methods of known contracts"),
      icon: "file-code",
      children: (node) => contractNodes(app, node),
    }),
  ];
}

/** The lines of the Governance view for the active group. */
export function governanceRoots(app: Chainside): readonly TreeNode[] {
  const group = app.connections.activeGroup;
  if (!group) return [];
  const { authEnabled } = group.session;
  return [
    groupLine(undefined, group, {
      id: `governance/${group.id}`,
      label: group.groupId,
      description: `${group.connection.name} · ${authEnabled ? vscode.l10n.t("permissions on") : vscode.l10n.t("permissions off")}`,
      tooltip: authEnabled
        ? vscode.l10n.t("Permissions are enforced. Important changes go through the committee.")
        : vscode.l10n.t("Permissions aren't enforced on this chain. Everyone can do everything."),
      icon: "law",
      context: ["governed"],
      expanded: true,
      children: (top) => parts(app, top),
    }),
  ];
}
