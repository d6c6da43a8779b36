import * as vscode from "vscode";
import { ChainError } from "../../../chain/errors/chainError";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { type GroupedNode, groupLine, leaf } from "../../flows/lines/groupNode";
import { deployPolicyText } from "../../flows/propose/deployPolicy";
import { shortHex } from "../../kit/text/shortHex";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import { accountLabel, ownLabel } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import { accountNodes, contractNodes } from "./governedNodes";
import { ownRightNodes } from "./ownRights";
import { proposalNodes } from "./proposalNodes";

type Kinds = { readonly proposalKinds: readonly ProposalRequest["kind"][] };

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
  const signs = app.accounts.active(parent.group)?.address.toLowerCase() === address.toLowerCase();
  return leaf<Kinds & { accountAddress: string }>(
    parent,
    {
      id: address,
      label: accountLabel(app, address),
      // The label of one that the address book has, or nobody, shows it.
      description: [share, ...(ownLabel(app, address) === undefined ? [] : [shortHex(address)])].join(" · "),
      tooltip: `${address}\n\n${share}`,
      icon: signs ? "pass-filled" : "person",
      context: "governor",
      copyText: address,
    },
    { accountAddress: address, proposalKinds: ["setGovernorWeight"] },
  );
}

function committeeNode(app: Chainside, top: GroupedNode, info: CommitteeInfo): GroupedNode {
  const total = info.governors.reduce((sum, { weight }) => sum + weight, 0);
  return leaf<Kinds>(
    top,
    {
      id: "committee",
      label: vscode.l10n.t("Committee"),
      description: rateText(info),
      icon: "organization",
      context: "committee",
      expanded: true,
      children: (node) => info.governors.map((governor) => governorLine(app, node, governor, total)),
    },
    { proposalKinds: ["setGovernorWeight", "setRate", "upgradeVoteComputer"] },
  );
}

async function deployNode(top: GroupedNode): Promise<GroupedNode> {
  const { getDeployAuthType } = await import("../../../chain/services/contractAuth/deployAuth");
  const type = await getDeployAuthType(top.group.session);
  return leaf<Kinds>(
    top,
    {
      id: "deployPolicy",
      label: vscode.l10n.t("Who can deploy"),
      description: deployPolicyText(type),
      icon: "cloud-upload",
      context: "deployPolicy",
    },
    { proposalKinds: ["setDeployAuthType", "modifyDeployAuth"] },
  );
}

/** A chain from before 3.3, or without permission management then: it has no committee until somebody makes one. */
function noCommittee(top: TreeNode): TreeNode[] {
  return [
    messageNode(top, vscode.l10n.t("This chain has no committee. Anyone can create one, once."), {
      icon: "info",
      command: { command: "chainside.initCommittee", title: vscode.l10n.t("Create Committee") },
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
    leaf(top, {
      id: "proposals",
      label: vscode.l10n.t("Proposals"),
      icon: "checklist",
      context: "proposals",
      expanded: true,
      children: (node, shown) => proposalNodes({ app, info }, node, shown),
    }),
    await deployNode(top),
    leaf(top, {
      id: "ownRights",
      label: vscode.l10n.t("Your Permissions"),
      tooltip: vscode.l10n.t("What the signing account can do on this chain"),
      icon: "verified",
      context: "ownRights",
      children: (node) => ownRightNodes(app, node, info),
    }),
    leaf(top, {
      id: "accounts",
      label: vscode.l10n.t("Governors and Your Accounts"),
      tooltip: vscode.l10n.t("Whether they can deploy, and whether they're frozen"),
      icon: "account",
      context: "accounts",
      children: (node) => accountNodes(app, node, info),
    }),
    leaf(top, {
      id: "contracts",
      label: vscode.l10n.t("Contracts"),
      tooltip: vscode.l10n.t("Admin, status, and methods of known contracts"),
      icon: "file-code",
      context: "governedContracts",
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
      context: "governed",
      expanded: true,
      children: (top) => parts(app, top),
    }),
  ];
}
