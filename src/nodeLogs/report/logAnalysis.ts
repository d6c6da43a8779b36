import type { Stage, StageTimes } from "../tracking/blockStages";
import type { ConnectionTrouble, ShortageKind, ViewChangeReason } from "../tracking/nodeEvents";
import type { ClockSkew } from "./clocks";

/** A file that was read; a packed one as far as it goes where it is damaged, or unpacks to far more than a log does. */
export interface AnalyzedFile {
  readonly path: string;
  readonly damaged?: true;
  readonly swollen?: true;
  readonly gone?: true;
}

/**
 * What logs of nodes tell, as JSON: times as the nodes wrote them (their own local time), durations in milliseconds. What a log
 * doesn't tell is left out.
 */
export interface LogAnalysis {
  readonly nodes: readonly AnalyzedNode[];
  readonly files: readonly AnalyzedFile[];
  /** Bytes that were read, unpacked. */
  readonly bytes: number;
  readonly lines: number;
  readonly first?: string;
  readonly last?: string;
  readonly stages: readonly StageFigures[];
  /** The stage that took the most of what the nodes worked. */
  readonly bottleneck?: Stage;
  /** From here on a block is slow. */
  readonly slowMs: number;
  readonly blocks: readonly AnalyzedBlock[];
  /** Blocks that are older than those listed: more than can be held. */
  readonly blocksLeftOut: number;
  readonly slowBlocks: readonly SlowBlock[];
  readonly viewChanges: readonly AnalyzedViewChange[];
  readonly connections: readonly AnalyzedConnection[];
  readonly nodeEvents: readonly AnalyzedEvent[];
  readonly catchUps: readonly AnalyzedCatchUp[];
  /** Times in which a node wrote nothing. */
  readonly silences: readonly { readonly node: string; readonly from: string; readonly to: string }[];
  /** When clocks were set back within a log: what was written since is read by the clock before. */
  readonly setBacks: readonly { readonly node: string; readonly time: string; readonly backMs: number }[];
  /** What nodes had too little of, as they said. */
  readonly shortages: readonly AnalyzedShortage[];
  /** Nodes whose clocks aren't those of the others: their times are corrected by it. */
  readonly clocks: readonly ClockSkew[];
  /** How many sealers the group has, as the nodes say. */
  readonly sealers?: number;
  readonly warnings: readonly AnalyzedWarning[];
}

/** A line of a log: its file, a byte of what is unpacked, and the number of the line where the file was read from its beginning. */
export interface LineReference {
  readonly file: number;
  readonly offset: number;
  readonly line?: number;
}

export interface AnalyzedNode {
  readonly name: string;
  /** First digits of the node ID. */
  readonly nodeId?: string;
  readonly first?: string;
  readonly last?: string;
  readonly blocks: number;
  readonly led: number;
  readonly synced: number;
  readonly highest?: number;
  /** How long after the first node it had a block, in the middle and at most. */
  readonly behindMs?: number;
  readonly maxBehindMs?: number;
}

export interface StageFigures {
  readonly stage: Stage;
  /** Part of the time that the nodes worked; not of `pool`, in which they wait for transactions. */
  readonly share?: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  readonly maxAt: number;
}

export interface AnalyzedBlock {
  readonly height: number;
  /** When the first node had it. */
  readonly time: string;
  readonly transactions?: number;
  readonly failed?: number;
  /** Name of the node that made the proposal, first digits of its node ID, or `#` and its place among the sealers. */
  readonly leader?: string;
  /** All stages but `pool`. */
  readonly workMs: number;
  /** Since the block before. @public For those who get the JSON. */
  readonly intervalMs?: number;
  /** Between the first node that had it and the last. @public For those who get the JSON. */
  readonly spreadMs: number;
  /** The leader's `pool` and `sealing`; of the others the middle over the nodes. */
  readonly stages: StageTimes;
  readonly nodes: readonly {
    readonly node: string;
    readonly stages: StageTimes;
    readonly synced?: true;
    readonly at: LineReference;
  }[];
}

export interface SlowBlock {
  readonly height: number;
  readonly time: string;
  readonly workMs: number;
  /** The stage that took most beyond what it usually takes. */
  readonly stage: Stage;
  readonly stageMs: number;
  /** The node that took longest for this stage, where it took much longer than the others. */
  readonly node?: string;
  readonly leader?: string;
  readonly at: LineReference;
}

export interface AnalyzedViewChange {
  readonly time: string;
  readonly height?: number;
  readonly from?: number;
  readonly to?: number;
  readonly reason: ViewChangeReason;
  /** Name of the leader that was gone, where it is known. */
  readonly leader?: string;
  /** Nodes that left the view for this reason. */
  readonly nodes: readonly string[];
  /** How often a node waited for its timeout in vain until the new view began. */
  readonly timeouts: number;
  /** From the first node that left the old view to the first in the new one. */
  readonly ms?: number;
  readonly at: LineReference;
}

interface AnalyzedConnection {
  readonly node: string;
  readonly kind: ConnectionTrouble;
  /** Name of the peer, where the logs tell it; else beginning of its P2P ID or its endpoint. */
  readonly peer: string;
  readonly endpoint?: string;
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly at: LineReference;
}

interface AnalyzedEvent {
  readonly node: string;
  /** `died`: without having said that it stops. */
  readonly kind: "started" | "stopped" | "died";
  readonly time: string;
  readonly at: LineReference;
}

interface AnalyzedShortage {
  readonly node: string;
  readonly kind: ShortageKind;
  /** How often it said so. @public For those who get the JSON. */
  readonly count: number;
  readonly first: string;
  readonly last: string;
  readonly at: LineReference;
}

interface AnalyzedCatchUp {
  readonly node: string;
  readonly from: number;
  readonly to: number;
  readonly first: string;
  readonly last: string;
  readonly at: LineReference;
}

interface AnalyzedWarning {
  readonly node: string;
  readonly level: "warning" | "error";
  readonly text: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
  readonly at: LineReference;
}
