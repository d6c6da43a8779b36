import * as v from "valibot";
import { countProposals, getProposal, listProposals, type Proposal } from "../../chain/services/governance/proposal";
import { findProposalCreation } from "../../chain/services/governance/proposalContent";
import type { ProposalRequest } from "../../chain/services/governance/propose";
import { revokeProposal, voteProposal } from "../../chain/services/governance/vote";
import { ChainError } from "../../errors/chainError";
import { t, text } from "../../text/catalogue";
import { proposalName, voteConsequences } from "../consequences/voteConsequences";
import { asking, signing } from "../kit/define";
import { proposalAfter, proposalOf, proposalResult, proposalSchema } from "../kit/proposing";
import { asked } from "../kit/results";
import { aFlag, anInteger, optional } from "../model/fields";
import type { OperationContext } from "../model/operation";

const noun = "proposal";
const id = anInteger(text("Number of the proposal"), { from: 1 });

/** As many as a node gives at once. */
const maxListed = 100;

const showProposal = asking({
  noun,
  verb: "show",
  word: "getProposal",
  summary: text("A proposal."),
  fields: { id },
  result: proposalSchema,
  run: async ({ session }, given) => proposalOf(await getProposal(session, given.id)),
});

const showLatestProposal = asking({
  noun,
  verb: "latest",
  word: "getLatestProposal",
  console: [{ name: "getLatestProposal", arguments: [] }],
  summary: text("The newest proposal."),
  fields: {},
  result: v.nullable(proposalSchema),
  run: async ({ session }) => {
    const count = await countProposals(session);
    return count === 0 ? null : proposalOf(await getProposal(session, count));
  },
});

const listedProposals = asking({
  noun,
  verb: "list",
  word: "listProposals",
  console: [
    { name: "getProposalInfo", arguments: ["from"] },
    { name: "getProposalInfo", arguments: ["from", "to"] },
  ],
  summary: text("Proposals by their numbers, at most 100; the newest where nothing is given."),
  fields: {
    from: optional(anInteger(text("First number"), { from: 1 })),
    to: optional(anInteger(text("Last number"), { from: 1 })),
  },
  result: v.array(proposalSchema),
  run: async ({ session }, { from, to = from }) => {
    const last = to ?? (await countProposals(session));
    if (last === 0) return [];
    return (await listProposals(session, { from: from ?? Math.max(1, last - maxListed + 1), to: last })).map(
      proposalOf,
    );
  },
});

const count = asking({
  noun,
  verb: "count",
  word: "countProposals",
  summary: text("How many proposals there are."),
  fields: {},
  result: v.number(),
  run: ({ session }) => countProposals(session),
});

/** Blocks that are looked through for the transaction that created a proposal, where the usual intervals don't lead to it. */
const searchedBlocks = 1000;

type ContentOf = (context: OperationContext, proposal: Proposal) => Promise<ProposalRequest | undefined>;

/** What a proposal would do; undefined also where it can't be asked just now: a vote is held to be one on unknown content then. */
const foundContent: ContentOf = async (context, proposal) => {
  try {
    const options = { maxBlocks: searchedBlocks, ...asked(context) };
    return (await findProposalCreation(context.session, proposal, options))?.request;
  } catch (error) {
    if (error instanceof ChainError && error.code !== "cancelled") return undefined;
    throw error;
  }
};

/** The vote, for a front that knows what proposals do, or looks for it in its own way. */
export const votingBy = (contentOf: ContentOf) =>
  signing(
    {
      noun,
      verb: "vote",
      word: "vote",
      console: [
        { name: "voteProposal", arguments: ["id", "agree"] },
        { name: "voteProposal", arguments: ["id"], settled: { agree: "true" } },
      ],
      summary: text("Votes on a proposal."),
      fields: { id, agree: aFlag(text("Agree")) },
      weight: "grave",
      result: proposalResult,
    },
    {
      title: (given) =>
        given.agree ? text("Vote for proposal {0}", given.id) : text("Vote against proposal {0}", given.id),
      right: (given) => ({ kind: "vote", proposal: given.id }),
      consequences: async (context, given) => {
        const proposal = await getProposal(context.session, given.id);
        return voteConsequences(context, proposal, await contentOf(context, proposal), given.agree);
      },
      run: async ({ session }, signer, vote, options) =>
        proposalAfter(await voteProposal(session, signer, vote, options)),
    },
  );

export const revokeOperation = signing(
  {
    noun,
    verb: "revoke",
    word: "revoke",
    console: [{ name: "revokeProposal", arguments: ["id"] }],
    summary: text("Revokes a proposal."),
    fields: { id },
    weight: "grave",
    result: proposalResult,
  },
  {
    title: (given) => text("Revoke proposal {0}", given.id),
    right: (given) => ({ kind: "revoke", proposal: given.id }),
    lines: async ({ session }, given) => [
      { label: t("Proposal"), value: proposalName(await getProposal(session, given.id)) },
    ],
    consequences: async () => ({
      warnings: [t("A revoked proposal is over. To decide on it, propose it again.")],
      byRules: true,
    }),
    run: async ({ session }, signer, given, options) =>
      proposalAfter(await revokeProposal(session, signer, given.id, options)),
  },
);

/** What the committee decides on. */
export const proposalOperations = [
  showProposal,
  showLatestProposal,
  listedProposals,
  count,
  votingBy(foundContent),
  revokeOperation,
] as const;
