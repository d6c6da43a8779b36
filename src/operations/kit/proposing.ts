import * as v from "valibot";
import { type Proposal, proposalStatuses, proposalTypeNames } from "../../chain/services/governance/proposal";
import {
  type ProposalOutcome,
  type ProposalRequest,
  propose,
  usualInterval,
} from "../../chain/services/governance/propose";
import type { TransactOptions } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { text } from "../../text/catalogue";
import { proposalTitle } from "../consequences/proposalText";
import { requestLines } from "../consequences/requestLines";
import { anInteger, type Fields, optional, type ValuesOf } from "../model/fields";
import type { Operation, OperationContext, OperationHead, Prepared } from "../model/operation";
import { proposalPreview } from "./proposalPreview";
import { asked } from "./results";

/** A proposal as it stands. */
export const proposalSchema = v.object({
  id: v.number(),
  type: v.picklist(proposalTypeNames),
  /** The account, contract or built-in contract that it is about. */
  resourceId: v.string(),
  proposer: v.string(),
  lastBlock: v.number(),
  status: v.picklist(proposalStatuses),
  agree: v.array(v.string()),
  against: v.array(v.string()),
});

/** A proposal after a transaction that made it, voted on it or took it back. */
export const proposalResult = v.object({
  ...proposalSchema.entries,
  /** It passed with this transaction and was executed. */
  executed: v.boolean(),
  transactionHash: v.string(),
  blockNumber: v.number(),
});

type ProposalResult = v.InferOutput<typeof proposalResult>;

/** A proposal as JSON has it. */
export const proposalOf = (proposal: Proposal): v.InferOutput<typeof proposalSchema> => ({
  ...proposal,
  agree: [...proposal.agree],
  against: [...proposal.against],
});

/** The same after a transaction. */
export const proposalAfter = ({ proposal, executed, receipt }: ProposalOutcome): ProposalResult => ({
  ...proposalOf(proposal),
  executed,
  transactionHash: receipt.transactionHash,
  blockNumber: receipt.blockNumber,
});

/** Makes a proposal; one that locks people out only where a person agreed. @throws as `propose` */
export const proposeAgreed = (
  { session }: OperationContext,
  signer: Signer,
  request: ProposalRequest,
  { agreed, ...options }: TransactOptions & { readonly agreed: boolean; readonly interval?: number },
): Promise<ProposalOutcome> =>
  propose(session, signer, request.kind === "setSystemConfig" ? { ...request, override: agreed } : request, options);

/** A proposal that has its values. `interval`: blocks until it expires. */
export const preparedProposal = (
  context: OperationContext,
  request: ProposalRequest,
  interval?: number,
): Prepared<ProposalResult> => ({
  effect: "signs",
  preview: () => proposalPreview(context, request),
  report: async () => ({ title: proposalTitle(request, false), lines: requestLines(request), weight: "grave" }),
  run: async (signer, { committee: _, agreed = false, ...options } = {}) => {
    if (!signer) throw clientError("signerNeeded", { operation: `committee ${request.kind}` });
    const sending = { ...asked(context), ...options, agreed };
    const more = interval === undefined ? {} : { interval };
    return { result: proposalAfter(await proposeAgreed(context, signer, request, { ...sending, ...more })) };
  },
});

const interval = optional(anInteger(text("Blocks until it expires"), { from: 1, usual: String(usualInterval) }));
type Interval = { readonly interval: typeof interval };

/** An operation that puts something to the committee's vote, and what its fields ask for. */
export interface Proposing<Given extends Fields> extends Operation<Given & Interval, ProposalResult> {
  request(values: ValuesOf<Given>): ProposalRequest;
}

/** Makes one. */
export function proposing<Given extends Fields>(
  head: Pick<OperationHead<Given>, "verb" | "word" | "console" | "summary" | "fields">,
  request: (values: ValuesOf<Given>) => ProposalRequest,
): Proposing<Given> {
  const { fields, console: forms, ...rest } = head;
  return {
    ...rest,
    noun: "committee",
    ...(forms ? { console: forms } : {}),
    fields: { ...fields, interval },
    effect: "signs",
    result: proposalResult,
    request,
    prepare: (context, values) => {
      // The compiler doesn't see that the values of both are values of each.
      const { interval: blocks, ...asked } = values as ValuesOf<Given> & ValuesOf<Interval>;
      return preparedProposal(context, request(asked as ValuesOf<Given>), blocks);
    },
  };
}
