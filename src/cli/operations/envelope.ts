import * as v from "valibot";
import type { ProposalOutcome } from "../../chain/services/governance/propose";
import { weights } from "../../signing/request";

const text = v.string();

const errorShape = v.object({
  kind: text,
  code: v.union([text, v.number()]),
  message: text,
  advice: v.optional(text),
  nodeMessage: v.optional(text),
  details: v.optional(v.record(text, v.unknown())),
});

const previewShape = v.object({
  title: text,
  lines: v.array(v.object({ label: text, value: text })),
  notes: v.array(text),
  warnings: v.array(text),
  weight: v.picklist(weights),
  irreversible: v.boolean(),
  /** What is put to the committee instead. */
  proposal: v.optional(v.record(text, v.unknown())),
  /** Why the chain would refuse it. */
  refusal: v.optional(errorShape),
  dryRun: v.optional(
    v.object({
      outcome: v.picklist(["success", "failure", "unknown"]),
      text,
      error: v.optional(errorShape),
    }),
  ),
});

const proposedShape = v.object({
  id: v.number(),
  type: text,
  status: text,
  executed: v.boolean(),
  transactionHash: text,
  blockNumber: v.number(),
});

/** What a part of a long list is, whether the chain gave only that part or this program cut it. */
const pageShape = v.object({
  offset: v.number(),
  count: v.number(),
  /** Where the whole list came. */
  total: v.optional(v.number()),
  more: v.boolean(),
});

/** The one form of what `--json` prints of an operation. */
export const envelopeShape = v.object({
  ok: v.boolean(),
  /** `node add-sealer`. */
  operation: text,
  result: v.optional(v.unknown()),
  page: v.optional(pageShape),
  proposed: v.optional(proposedShape),
  preview: v.optional(previewShape),
  /** What was written to be signed elsewhere. */
  request: v.optional(v.object({ hash: text, file: text })),
  error: v.optional(errorShape),
});

export type Envelope = v.InferOutput<typeof envelopeShape>;
export type PreviewJson = v.InferOutput<typeof previewShape>;
export type Page = v.InferOutput<typeof pageShape>;

/** A proposal that was made instead, as JSON. */
export const proposedJson = ({ proposal, executed, receipt }: ProposalOutcome): NonNullable<Envelope["proposed"]> => ({
  id: proposal.id,
  type: proposal.type,
  status: proposal.status,
  executed,
  transactionHash: receipt.transactionHash,
  blockNumber: receipt.blockNumber,
});
