import * as vscode from "vscode";
import { ChainError } from "../../../chain/errors/chainError";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { branch } from "../../flows/lines/branch";
import { type GroupedNode, leaf, treeItem } from "../../flows/lines/groupNode";
import { deployPolicyText } from "../../flows/propose/deployPolicy";
import { shortHex } from "../../kit/text/shortHex";
import { messageNode } from "../../kit/tree/messageNode";
import type { TreeNode } from "../../kit/tree/treeNode";
import { accountLabel, ownLabel } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { accountNodes, contractNodes } from "./governedNodes";
import { ownRightNodes } from "./ownRights";
import { proposalNodes } from "./proposalNodes";

type Kinds = { readonly proposalKinds: readonly ProposalRequest["kind"][] };

function rateText({ participatesRate, winRate }: CommitteeInfo): string {
  return vscode.l10n.t("participation {0}%, approval {1}%", participatesRate, winRate);
}

function committeeBranch(app: Chainside, group: ChainGroup, info: CommitteeInfo): GroupedNode {
  const total = info.governors.reduce((sum, { weight }) => sum + weight, 0);
  const init = {
    name: "committee",
    label: vscode.l10n.t("Committee"),
    description: rateText(info),
    icon: "organization",
    context: "committee",
    children: (node: GroupedNode) =>
      info.governors.map(({ address, weight }) => ({
        ...leaf(node, {
          id: address,
          label: accountLabel(app, address),
          description: [
            vscode.l10n.t("weight {0} of {1}", weight, total),
            // The label of one that the address book has, or nobody, shows it.
            ...(ownLabel(app, address) === undefined ? [] : [shortHex(address)]),
          ].join(" · "),
          tooltip: `${address}\n\n${vscode.l10n.t("weight {0} of {1}", weight, total)}`,
          icon: app.accounts.active(group)?.address.toLowerCase() === address.toLowerCase() ? "pass-filled" : "person",
          context: "governor",
          copyText: address,
        }),
        accountAddress: address,
        proposalKinds: ["setGovernorWeight"],
      })),
  };
  return branch<Kinds>(undefined, group, init, {
    proposalKinds: ["setGovernorWeight", "setRate", "upgradeVoteComputer"],
  });
}

async function deployBranch(group: ChainGroup): Promise<GroupedNode> {
  const { getDeployAuthType } = await import("../../../chain/services/contractAuth/deployAuth");
  const type = await getDeployAuthType(group.session);
  const node: GroupedNode & Kinds = {
    id: `governance/${group.id}/deployPolicy`,
    parent: undefined,
    group,
    proposalKinds: ["setDeployAuthType", "modifyDeployAuth"],
    item: () =>
      treeItem(
        {
          id: "deployPolicy",
          label: vscode.l10n.t("Who can deploy"),
          description: deployPolicyText(type),
          icon: "cloud-upload",
          context: "deployPolicy",
        },
        group,
      ),
  };
  return node;
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
    committeeBranch(app, group, info),
    branch(undefined, group, {
      name: "proposals",
      label: vscode.l10n.t("Proposals"),
      icon: "checklist",
      children: (node) => proposalNodes(app, node, info),
    }),
    await deployBranch(group),
    branch(undefined, group, {
      name: "ownRights",
      label: vscode.l10n.t("Your Permissions"),
      tooltip: vscode.l10n.t("What the signing account can do on this chain"),
      icon: "verified",
      collapsed: true,
      children: (node) => ownRightNodes(app, node, info),
    }),
    branch(undefined, group, {
      name: "accounts",
      label: vscode.l10n.t("Governors and Your Accounts"),
      tooltip: vscode.l10n.t("Whether they can deploy, and whether they're frozen"),
      icon: "account",
      collapsed: true,
      children: (node) => accountNodes(app, node, info),
    }),
    branch(undefined, group, {
      name: "contracts",
      label: vscode.l10n.t("Contracts"),
      tooltip: vscode.l10n.t("Admin, status, and methods of known contracts"),
      icon: "file-code",
      collapsed: true,
      context: "governedContracts",
      children: (node) => contractNodes(app, node),
    }),
  ];
}

/** The lines of the Governance view for the active group. */
export function governanceRoots(app: Chainside): readonly TreeNode[] {
  const group = app.connections.activeGroup;
  if (!group) return [];
  const { connection } = group;
  const top: GroupedNode = {
    id: `governance/${group.id}`,
    parent: undefined,
    group,
    item: () => {
      const { authEnabled } = group.session;
      return treeItem(
        {
          id: group.id,
          label: group.groupId,
          description: `${connection.name} · ${authEnabled ? vscode.l10n.t("permissions on") : vscode.l10n.t("permissions off")}`,
          tooltip: authEnabled
            ? vscode.l10n.t("Permissions are enforced. Important changes go through the committee.")
            : vscode.l10n.t("Permissions aren't enforced on this chain. Everyone can do everything."),
          icon: "law",
          context: "governed refreshable",
        },
        group,
        vscode.TreeItemCollapsibleState.Expanded,
      );
    },
    children: () => parts(app, top),
  };
  return [top];
}
