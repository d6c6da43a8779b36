import * as vscode from "vscode";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import { totalWeight } from "../../../chain/services/governance/voteCount";
import type { Operation } from "../../../chain/services/rights/checkRights";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import { deployPolicyText } from "../../../operations/consequences/proposalText";
import { listed } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import { accountLabel, ownLabel } from "../../flows/accounts/accountName";
import { type GroupedNode, groupLine, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import { messageNode } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import { accountNodes, contractNodes } from "./governedNodes";
import { proposalNodes } from "./proposalNodes";

interface Right {
  readonly id: string;
  readonly label: string;
  readonly operation: Operation;
}

function rights(): readonly Right[] {
  return [
    { id: "propose", label: vscode.l10n.t("Create proposals and vote"), operation: { kind: "propose" } },
    { id: "deploy", label: vscode.l10n.t("Deploy contracts"), operation: { kind: "deploy" } },
    {
      id: "config",
      label: vscode.l10n.t("Change the configuration and nodes without a proposal"),
      operation: { kind: "setSystemConfig" },
    },
    { id: "freeze", label: vscode.l10n.t("Freeze accounts"), operation: { kind: "setAccountStatus" } },
    { id: "balance", label: vscode.l10n.t("Change balances"), operation: { kind: "changeBalance" } },
  ];
}

/** A chain that refuses to say may refuse the act, too; one that doesn't answer says nothing of a right. */
function unlessUnanswered(error: unknown): ChainError {
  const { kind } = toChainError(error);
  if (kind === "transport" || kind === "tls" || kind === "decode") throw error;
  return toChainError(error);
}

async function rightLine(
  app: Chainside,
  parent: GroupedNode,
  account: `0x${string}`,
  { id, label, operation }: Right,
): Promise<GroupedNode> {
  const { checkRights } = await import("../../../chain/services/rights/checkRights");
  const refusal = await checkRights(parent.group.session, account, operation).catch(unlessUnanswered);
  const words = refusal === undefined ? undefined : await app.errors.words(refusal);
  return itemLine(parent, {
    id,
    label,
    description: words === undefined ? vscode.l10n.t("yes") : vscode.l10n.t("no. {0}", words.message),
    tooltip: words === undefined ? label : `${label}\n\n${words.message}\n\n${words.advice}`,
    icon: words === undefined ? "pass" : "circle-slash",
  });
}

/** What the signing account may do on the chain, each with the reason where it may not. */
export async function ownRightNodes(
  app: Chainside,
  parent: GroupedNode,
  info: CommitteeInfo,
): Promise<readonly TreeNode[]> {
  const { session } = parent.group;
  const account = app.accounts.active(parent.group);
  if (!account) return [messageNode(parent, vscode.l10n.t("No account can sign for this chain yet."))];
  const { address } = account;
  const weight = info.governors.find((governor) => isSameAddress(governor.address, address))?.weight;
  const { getContractAdmin } = await import("../../../chain/services/contractAuth/contractAdmin");
  const known = app.knownContracts.list(parent.group);
  const admins = await Promise.all(known.map((contract) => getContractAdmin(session, contract.address)));
  const administered = known
    .filter((_, index) => isSameAddress(admins[index] ?? "", address))
    .map((contract) => app.knownContracts.titleOf(parent.group, contract));
  return [
    itemLine(parent, {
      target: {
        kind: "account",
        address: address.toLowerCase() as Address,
        proposalKinds: ["modifyDeployAuth", "setGovernorWeight"],
      },
      id: "governor",
      label: accountLabel(app, address),
      description:
        weight === undefined
          ? vscode.l10n.t("not a governor")
          : vscode.l10n.t("governor, weight {0} of {1}", weight, totalWeight(info)),
      tooltip: address,
      icon: weight === undefined ? "person" : "pass-filled",
      context: ["governedAccount"],
      copyText: address,
    }),
    ...(await Promise.all(rights().map((right) => rightLine(app, parent, address, right)))),
    itemLine(parent, {
      id: "admin",
      label: vscode.l10n.t("Admin of"),
      description: administered.length === 0 ? vscode.l10n.t("none") : listed(administered),
      icon: administered.length === 0 ? "circle-slash" : "pass",
    }),
  ];
}

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
