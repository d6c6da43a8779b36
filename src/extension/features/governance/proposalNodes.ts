import * as vscode from "vscode";
import type { CommitteeInfo } from "../../../chain/services/governance/committee";
import type { Proposal, ProposalStatus } from "../../../chain/services/governance/proposal";
import type { ProposalRequest } from "../../../chain/services/governance/propose";
import { countVotes, takesVotes } from "../../../chain/services/governance/voteCount";
import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import {
  nextVoteText,
  proposalActText,
  proposalKindText,
  proposalStatusText,
  proposalTypeText,
  voteArithmetic,
} from "../../../operations/consequences/proposalText";
import { requestLines } from "../../../operations/consequences/requestLines";
import { shortHex } from "../../../text/shortText";
import { accountLabel, accountName } from "../../flows/accounts/accountName";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { namedValue } from "../../flows/signing/namedAddresses";
import { ifKnown } from "../../kit/manifest/contextKeys";
import { messageNode } from "../../kit/tree/line";
import { moreNode } from "../../kit/tree/pages";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { proposalContent, requestSummary } from "./proposalContent";
import { executionText, glanceAtTrail, weightThen } from "./proposalTrail";

/** How many proposals a page of the view has. */
const pageSize = 50;

const icons: Readonly<Record<ProposalStatus, string>> = {
  open: "circle-large-outline",
  finished: "pass",
  denied: "error",
  revoked: "circle-slash",
  expired: "clock",
  notFound: "question",
};
/** Open ones first: they are what a user comes for. */
const order: readonly ProposalStatus[] = ["open", "expired", "finished", "denied", "revoked"];

interface Committee {
  readonly app: Chainside;
  readonly info: CommitteeInfo;
}

/** What a governor said of a proposal; undefined: nothing yet. */
type Vote = "for" | "against" | undefined;

const voteText = (vote: "for" | "against"): string =>
  vote === "for" ? vscode.l10n.t("agreed") : vscode.l10n.t("disagreed");

/** A governor beside a proposal, with what there is to say of its vote. */
function voterLine(
  node: GroupedNode,
  app: Chainside,
  address: Address,
  { vote, messages }: { readonly vote: Vote; readonly messages: readonly string[] },
): GroupedNode {
  const description = messages.join(" · ");
  return itemLine(node, {
    target: { kind: "account", address: address.toLowerCase() as Address },
    id: address,
    label: accountLabel(app, address),
    description,
    tooltip: `${address}\n\n${description}`,
    icon: vote === "for" ? "thumbsup" : vote === "against" ? "thumbsdown" : "dash",
    context: ["voter"],
    copyText: address,
  });
}

/** A vote on a proposal that is decided: weights and members of today say nothing about it, those of then do once they are proven. */
function castVoteLine(
  node: GroupedNode,
  app: Chainside,
  { id, address, agreed }: { readonly id: number; readonly address: Address; readonly agreed: boolean },
): GroupedNode {
  const weight = weightThen(node.group, id, address);
  const vote = agreed ? "for" : "against";
  const then = weight === undefined ? [] : [vscode.l10n.t("weight {0} then", weight)];
  return voterLine(node, app, address, { vote, messages: [...then, voteText(vote)] });
}

function governorLine(
  node: GroupedNode,
  { app, info }: Committee,
  proposal: Proposal,
  { address, weight }: CommitteeInfo["governors"][number],
): GroupedNode {
  const has = (voters: readonly string[]): boolean => voters.some((voter) => isSameAddress(voter, address));
  const vote = has(proposal.agree) ? "for" : has(proposal.against) ? "against" : undefined;
  const words = vote ? voteText(vote) : nextVoteText(info, proposal, address);
  return voterLine(node, app, address, { vote, messages: [vscode.l10n.t("weight {0}", weight), words] });
}

/** What a proposal is about: a contract of the node, a known contract, an account. */
async function aboutText(app: Chainside, { group }: GroupedNode, resourceId: string): Promise<string> {
  const { precompiledAt } = await import("../../../chain/abi/precompiledContracts");
  const name = precompiledAt(resourceId) ?? app.knownContracts.titleAt(group, resourceId);
  return name === undefined ? accountName(app, resourceId) : `${name} ${shortHex(resourceId)}`;
}

/** The last block of a proposal; of an open one also how far that is. */
function untilText({ height }: ChainGroup, { lastBlock, status }: Proposal): string {
  return status === "open" && height !== undefined
    ? `${lastBlock} · ${vscode.l10n.t("{0} blocks left", lastBlock - height)}`
    : String(lastBlock);
}

async function details(node: GroupedNode, committee: Committee, proposal: Proposal): Promise<GroupedNode[]> {
  const { resourceId, proposer, lastBlock, status } = proposal;
  const { app } = committee;
  const content = await proposalContent(committee.app, node.group, proposal);
  const line = (id: string, label: string, description: string, icon: string, copyText?: string): GroupedNode =>
    itemLine(node, { id, label, description, icon, ...(copyText ? { copyText } : {}) });
  const [voted, agreed] = voteArithmetic(committee.info, proposal);
  const result =
    status === "finished" ? await executionText(app, await glanceAtTrail(app, node.group, proposal)) : undefined;
  return [
    ...(status === "finished"
      ? [
          line(
            "result",
            vscode.l10n.t("Result"),
            result ?? vscode.l10n.t("passed; to find out whether it was executed, run Show Proposal History"),
            result === undefined ? "question" : "pulse",
          ),
        ]
      : []),
    ...(content
      ? [
          line("does", proposalKindText(content.kind), "", "target"),
          ...requestLines(content).map(({ label, value }, index) =>
            line(`part${index}`, label, namedValue(committee.app, node.group, value), "symbol-constant", value),
          ),
        ]
      : [
          line(
            "about",
            vscode.l10n.t("Subject"),
            await aboutText(committee.app, node, resourceId),
            "symbol-constant",
            resourceId,
          ),
        ]),
    line("by", vscode.l10n.t("Created by"), accountName(committee.app, proposer), "account", proposer),
    line("until", vscode.l10n.t("Open until block"), untilText(node.group, proposal), "clock", String(lastBlock)),
    ...(takesVotes(proposal)
      ? [
          line("voted", voted, "", "graph"),
          line("agreed", agreed, "", "graph"),
          ...committee.info.governors.map((governor) => governorLine(node, committee, proposal, governor)),
        ]
      : [
          ...proposal.agree.map((address) => castVoteLine(node, app, { id: proposal.id, address, agreed: true })),
          ...proposal.against.map((address) => castVoteLine(node, app, { id: proposal.id, address, agreed: false })),
        ]),
  ];
}

/** The weights for and against; of a decided one how many accounts voted, for weights were others then. */
function votesText({ info }: Committee, proposal: Proposal): string {
  const count = countVotes(info, proposal);
  return takesVotes(proposal)
    ? vscode.l10n.t("weight {0} for, {1} against, of {2}", count.agree, count.against, count.total)
    : vscode.l10n.t("agreed: {0}, disagreed: {1}", proposal.agree.length, proposal.against.length);
}

/** A narrow view cuts off the end of a line: it begins with what the proposal does, then whom or what it is about, then the votes. */
function proposalText(
  committee: Committee,
  group: ChainGroup,
  proposal: Proposal,
  content: ProposalRequest | undefined,
): { readonly label: string; readonly description: string; readonly kind: string } {
  const { id, type } = proposal;
  const kind = content ? proposalKindText(content.kind) : proposalTypeText(type);
  const votes = votesText(committee, proposal);
  if (!content) return { label: `#${id} ${kind}`, description: votes, kind };
  const { account } = { account: undefined, ...content };
  const isGovernor = committee.info.governors.some(({ address }) => account && isSameAddress(address, account));
  const act = proposalActText(content, isGovernor);
  return { label: `#${id} ${act} · ${requestSummary(committee.app, group, content)}`, description: votes, kind };
}

async function proposalNode(parent: GroupedNode, committee: Committee, proposal: Proposal): Promise<GroupedNode> {
  const { group } = parent;
  const { id, status } = proposal;
  const content = await proposalContent(committee.app, group, proposal);
  const { label, description, kind } = proposalText(committee, group, proposal, content);
  return itemLine(parent, {
    target: { kind: "proposal", id },
    id: String(id),
    label,
    // Its state is the line above it.
    description,
    tooltip: [label, kind, description, ...(takesVotes(proposal) ? voteArithmetic(committee.info, proposal) : [])].join(
      "\n",
    ),
    icon: icons[status],
    context: ["proposal", ...ifKnown(status, ["open", "expired"])],
    copyText: String(id),
    children: (node) => details(node, committee, proposal),
  });
}

/** A group's proposals by state, the newest of each first. */
export async function proposalNodes(committee: Committee, parent: GroupedNode, state: ListState): Promise<TreeNode[]> {
  const { countProposals, listProposals } = await import("../../../chain/services/governance/proposal");
  const { session } = parent.group;
  const count = await countProposals(session);
  if (count === 0) return [messageNode(parent, vscode.l10n.t("No proposals yet"), { icon: "blank" })];
  const oldest = Math.max(1, count - pageSize * state.pages + 1);
  const list: Proposal[] = [];
  for (let from = oldest; from <= count; from += pageSize) {
    list.push(...(await listProposals(session, { from, to: Math.min(count, from + pageSize - 1) })));
  }
  list.reverse();
  const states = order.flatMap((status): TreeNode[] => {
    const those = list.filter((proposal) => proposal.status === status);
    if (those.length === 0) return [];
    return [
      itemLine(parent, {
        id: status,
        label: proposalStatusText(status),
        description: String(those.length),
        icon: icons[status],
        expanded: status === "open" || those.length <= 10,
        children: (node) => Promise.all(those.map((proposal) => proposalNode(node, committee, proposal))),
      }),
    ];
  });
  return oldest > 1 ? [...states, moreNode(parent, state, vscode.l10n.t("{0} older proposals", oldest - 1))] : states;
}
