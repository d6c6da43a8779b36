import type { BlockMoments } from "./blockStages";

/**
 * What messages of nodes are called, in both vocabularies: that of 3.0 to 3.17, and that of the 3.18 line after its clean-up of logs
 * (docs/protocol/node-folders.md, "Logs"). A log may hold both, such as one of a node that was upgraded. What isn't here has one name.
 */

/** A message that says when a moment of a block was. */
interface MomentName {
  readonly name: string;
  readonly moment: keyof BlockMoments;
  /** The field with the block's number. */
  readonly height: string;
  /** Of several such lines the first or the last counts. */
  readonly keep?: "first";
}

/** A leader's proposal comes twice in the old vocabulary, and votes stand at the level of debugging in the new one. */
export const momentNames: readonly MomentName[] = [
  { name: "resetSealingInfo", moment: "asked", height: "start" },
  { name: "handlePrePrepareMsg", moment: "proposed", height: "reqIndex", keep: "first" },
  { name: "PrePrepareReceived", moment: "proposed", height: "index", keep: "first" },
  { name: "handlePrePrepareMsg and broadcast prepare packet", moment: "voted", height: "reqIndex" },
  { name: "PrepareSent", moment: "voted", height: "index" },
  { name: "intoPrecommit", moment: "precommitted", height: "reqIndex", keep: "first" },
  { name: "PrepareQuorum", moment: "precommitted", height: "index", keep: "first" },
  { name: "######## CommitProposal", moment: "committed", height: "propIndex", keep: "first" },
  { name: "######## CommitQuorum", moment: "committed", height: "index", keep: "first" },
  { name: "checkAndCommitStableCheckPoint", moment: "agreed", height: "index", keep: "first" },
  { name: "CheckpointQuorum", moment: "agreed", height: "index", keep: "first" },
  { name: "commitStableCheckPoint success", moment: "stored", height: "index" },
];

/** Why a node asks for another view, as the new vocabulary says it. */
export const viewChangeReasons = {
  timeout: ["consensus_timeout"],
  leaderGone: ["faulty_leader"],
  others: ["f_plus_one_higher_view"],
  recovery: ["startup_recovery", "restart"],
} as const;
