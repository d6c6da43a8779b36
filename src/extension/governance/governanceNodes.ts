import * as vscode from "vscode";
import type { CommitteeInfo } from "../../chain/services/governance/committee";
import type { Proposal } from "../../chain/services/governance/proposal";
import { countVotes } from "../../chain/services/governance/voteCount";
import type { Chainside } from "../app/chainside";
import { type GroupedNode, leaf, shortHex, treeItem } from "../chains/groupNode";
import type { ChainGroup } from "../connections/chainGroup";
import { messageNode } from "../tree/messageNode";
import type { TreeNode } from "../tree/treeNode";
import { proposalStatusText, proposalTypeText } from "./proposalText";

/** A proposal's line. */
export interface ProposalNode extends GroupedNode {
  readonly proposalId: number;
}

export const isProposalNode = (value: unknown): value is ProposalNode =>
  typeof value === "object" && value !== null && "proposalId" in value;

const newest = 50;

/** `dev0 0x29ac…` where the account is one of the user's own. */
function accountText(app: Chainside, address: string): string {
  const known = app.accounts.all.find((account) => account.address.toLowerCase() === address.toLowerCase());
  return known?.label ? `${known.label} ${shortHex(address)}` : shortHex(address);
}

function branch(
  group: ChainGroup,
  name: string,
  label: string,
  description: string,
  icon: string,
  children: (node: GroupedNode) => Promise<readonly TreeNode[]> | readonly TreeNode[],
): GroupedNode {
  const node: GroupedNode = {
    id: `governance/${group.id}/${name}`,
    parent: undefined,
    group,
    item: () =>
      treeItem(
        { id: name, label, description, icon, context: `${name} refreshable` },
        group,
        vscode.TreeItemCollapsibleState.Expanded,
      ),
    children: () => children(node),
  };
  return node;
}

function rateText({ participatesRate, winRate }: CommitteeInfo): string {
  return vscode.l10n.t("{0}% must vote, {1}% must agree", participatesRate, winRate);
}

function committeeBranch(app: Chainside, group: ChainGroup, info: CommitteeInfo): GroupedNode {
  return branch(group, "committee", vscode.l10n.t("Committee"), rateText(info), "organization", (node) => {
    const total = info.governors.reduce((sum, { weight }) => sum + weight, 0);
    return info.governors.map(({ address, weight }) =>
      leaf(node, {
        id: address,
        label: accountText(app, address),
        description: vscode.l10n.t("weight {0} of {1}", weight, total),
        tooltip: address,
        icon:
          app.accounts.active(group.session.suite.name)?.address.toLowerCase() === address.toLowerCase()
            ? "pass-filled"
            : "person",
        context: "governor",
        copyText: address,
      }),
    );
  });
}

function proposalNode(parent: GroupedNode, proposal: Proposal, info: CommitteeInfo): ProposalNode {
  const { group } = parent;
  const { id, type, status, resourceId, proposer, agree, against, lastBlock } = proposal;
  const count = countVotes(info, { agree, against });
  const votes = vscode.l10n.t("{0} for, {1} against of {2}", count.agree, count.against, count.total);
  const icons = {
    open: "circle-large-outline",
    finished: "pass",
    denied: "error",
    revoked: "circle-slash",
    expired: "clock",
    notFound: "question",
  };
  const tooltip = new vscode.MarkdownString();
  const rows: [string, string][] = [
    [vscode.l10n.t("About"), resourceId],
    [vscode.l10n.t("Proposed by"), proposer],
    [vscode.l10n.t("Votes by weight"), votes],
    [vscode.l10n.t("Needed"), rateText(info)],
    [vscode.l10n.t("Open until block"), String(lastBlock)],
  ];
  for (const [name, value] of rows) tooltip.appendMarkdown(`- ${name}: \`${value}\`\n`);
  return {
    id: `${parent.id}/${id}`,
    parent,
    group,
    proposalId: id,
    copyText: String(id),
    item: () =>
      treeItem(
        {
          id: String(id),
          label: `#${id} ${proposalTypeText(type)}`,
          description: `${proposalStatusText(status)} · ${votes}`,
          tooltip,
          icon: icons[status],
          context: `proposal ${status}`,
          copyText: String(id),
        },
        group,
      ),
  };
}

async function proposals(node: GroupedNode, info: CommitteeInfo): Promise<readonly TreeNode[]> {
  const { countProposals, listProposals } = await import("../../chain/services/governance/proposal");
  const { session } = node.group;
  const count = await countProposals(session);
  if (count === 0) return [messageNode(node, vscode.l10n.t("No proposal yet"), { icon: "blank" })];
  const list = await listProposals(session, { from: Math.max(1, count - newest + 1), to: count });
  return list.reverse().map((proposal) => proposalNode(node, proposal, info));
}

async function policy(group: ChainGroup): Promise<GroupedNode> {
  const { getDeployAuthType } = await import("../../chain/services/contractAuth/deployAuth");
  const type = await getDeployAuthType(group.session);
  const text = {
    none: vscode.l10n.t("everybody"),
    whiteList: vscode.l10n.t("only accounts that were opened for it"),
    blackList: vscode.l10n.t("everybody but accounts closed to it"),
  }[type];
  return {
    id: `governance/${group.id}/deployPolicy`,
    parent: undefined,
    group,
    item: () =>
      treeItem(
        {
          id: "deployPolicy",
          label: vscode.l10n.t("Who may deploy"),
          description: text,
          icon: "cloud-upload",
          context: "deployPolicy",
        },
        group,
      ),
  };
}

/** The lines of the Governance view for the active group. */
export function governanceRoots(app: Chainside): readonly TreeNode[] {
  const group = app.connections.activeGroup;
  if (!group) return [];
  const { session, connection } = group;
  const top: TreeNode & { group: ChainGroup } = {
    id: `governance/${group.id}`,
    parent: undefined,
    group,
    item: () =>
      treeItem(
        {
          id: group.id,
          label: group.groupId,
          description: `${connection.name} · ${session.authEnabled ? vscode.l10n.t("permissions on") : vscode.l10n.t("permissions off")}`,
          tooltip: session.authEnabled
            ? vscode.l10n.t("Permissions are enforced: what matters goes through the committee.")
            : vscode.l10n.t("Permissions are not enforced on this chain: everybody may do everything."),
          icon: "law",
          context: "governed refreshable",
        },
        group,
        vscode.TreeItemCollapsibleState.Expanded,
      ),
    async children() {
      const { getCommitteeInfo } = await import("../../chain/services/governance/committee");
      const info = await getCommitteeInfo(session);
      return [
        committeeBranch(app, group, info),
        branch(group, "proposals", vscode.l10n.t("Proposals"), "", "checklist", (node) => proposals(node, info)),
        await policy(group),
      ];
    },
  };
  return [top];
}
