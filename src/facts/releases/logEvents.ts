import type { Evidence } from "./release";

/** What a line of a node's log tells, by which readers ask for it. */
export type LogEvent =
  | "asked"
  | "fetched"
  | "generated"
  | "proposed"
  | "voted"
  | "precommitted"
  | "committed"
  | "executed"
  | "executedNow"
  | "put"
  | "agreed"
  | "stored"
  | "prewritten"
  | "blockSync"
  | "applied"
  | "synced"
  | "storedOrSynced"
  | "consensusConfig"
  | "viewChange"
  | "newView"
  | "timeout"
  | "leaderGone"
  | "othersAhead"
  | "recovering"
  | "stopped"
  | "started"
  | "p2pConfig"
  | "ownP2p"
  | "connecting"
  | "connected"
  | "refused"
  | "removed";

/** A text that nodes write, up to its first comma, behind the badges of its module. */
export interface LogTextFact {
  readonly event: LogEvent;
  readonly name: string;
  /** First release that writes it; all of 3.x up to the next vocabulary where left out. */
  readonly since?: string;
  /** The first release that says it otherwise; left out where none is known. */
  readonly before?: string;
  /** The field with the block's number. */
  readonly height?: string;
  /** Of several such lines about a block the first or the last counts. */
  readonly keep?: "first";
  /** @public Read before a fact is changed. */
  readonly evidence: Evidence;
}

/** The clean-up of logs of the 3.18 line renames events. */
const renamedIn = "3.18.0";

type More = Pick<LogTextFact, "height" | "keep">;

/** Searched for in the trees of 3.16.4 and 3.17.0, and seen in logs of both. */
const old = (event: LogEvent, name: string, more: More = {}): LogTextFact => ({
  ...{ event, name, before: renamedIn, ...more },
  evidence: "measured",
});

/** Told by the manual of log events that comes with the clean-up. */
const renamed = (event: LogEvent, name: string, more: More = {}): LogTextFact => ({
  ...{ event, name, since: renamedIn, ...more },
  evidence: "notes",
});

/** The new table doesn't name it, or leaves it as it is. */
const kept = (event: LogEvent, name: string, more: More = {}): LogTextFact => ({
  ...{ event, name, ...more },
  evidence: "measured",
});

/**
 * What messages of nodes are called, in both vocabularies: that of 3.0 to 3.17, and that of the 3.18 line after its clean-up of logs
 * (docs/protocol/node-folders.md, "Logs"). A log may hold both, such as one of a node that was upgraded, so readers know all of them. A
 * leader's proposal comes twice in the old one, and votes stand at the level of debugging in the new one.
 */
export const logTexts: readonly LogTextFact[] = [
  kept("asked", "resetSealingInfo", { height: "start" }),
  old("fetched", "batchFetchTxs success"),
  renamed("fetched", "TxsFetched"),
  kept("generated", "++++++++++++++++ Generate proposal", { height: "index" }),
  old("proposed", "handlePrePrepareMsg", { height: "reqIndex", keep: "first" }),
  renamed("proposed", "PrePrepareReceived", { height: "index", keep: "first" }),
  old("voted", "handlePrePrepareMsg and broadcast prepare packet", { height: "reqIndex" }),
  renamed("voted", "PrepareSent", { height: "index" }),
  old("precommitted", "intoPrecommit", { height: "reqIndex", keep: "first" }),
  renamed("precommitted", "PrepareQuorum", { height: "index", keep: "first" }),
  old("committed", "######## CommitProposal", { height: "propIndex", keep: "first" }),
  renamed("committed", "######## CommitQuorum", { height: "index", keep: "first" }),
  old("executed", "asyncExecuteBlock success", { height: "number" }),
  renamed("executedNow", "ProposalExecuted", { height: "index" }),
  kept("put", "asyncPutProposal", { height: "number" }),
  old("agreed", "checkAndCommitStableCheckPoint", { height: "index", keep: "first" }),
  renamed("agreed", "CheckpointQuorum", { height: "index", keep: "first" }),
  old("stored", "commitStableCheckPoint success", { height: "index" }),
  kept("prewritten", "asyncPrewriteBlock", { height: "number" }),
  old("blockSync", "BlockSync", { height: "number" }),
  renamed("applied", "BlockApplied", { height: "number" }),
  old("synced", "commitBlockState success", { height: "number" }),
  renamed("storedOrSynced", "BlockCommitted"),
  kept("consensusConfig", "resetConfig"),
  renamed("viewChange", "ViewChangeTriggered"),
  old("newView", "reachNewView"),
  renamed("newView", "NewViewReached"),
  old("timeout", "After onTimeout"),
  old("leaderGone", "tryTriggerFastViewChange for the faulty leader"),
  old("othersAhead", "tryToTriggerFastViewChange"),
  kept("recovering", "addRecoverReqCache"),
  kept("stopped", "Stop BlockSync"),
  kept("started", "initConfig ok!"),
  kept("p2pConfig", "initP2PConfig ok!"),
  kept("ownP2p", "try to updateP2pInfo"),
  kept("connecting", "Connecting to node"),
  kept("connected", "onConnect"),
  renamed("connected", "PeerConnected"),
  old("refused", "TCP Connection refused by node"),
  renamed("refused", "PeerConnectFailed"),
  kept("removed", "onRemoveNodeIDs"),
  renamed("removed", "PeerDisconnected"),
];

/** Why a node asks for another view, as the new vocabulary says it. */
export const viewChangeReasons = {
  timeout: ["consensus_timeout"],
  leaderGone: ["faulty_leader"],
  others: ["f_plus_one_higher_view"],
  recovery: ["startup_recovery", "restart"],
} as const;
