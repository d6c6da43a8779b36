/**
 * The stages of a block, in the order in which it goes through them:
 * `pool` the leader has nothing to seal · `sealing` from the first transaction it takes to the proposal · `proposal` until the node
 * has checked it and votes · `prepare` until enough nodes have · `commit` until enough nodes agree to commit · `execution` ·
 * `checkpoint` until enough nodes have the same result · `storage` · `viewChange` what a change of the leader took before.
 */
export const stages = [
  "pool",
  "sealing",
  "proposal",
  "prepare",
  "commit",
  "execution",
  "checkpoint",
  "storage",
  "viewChange",
] as const;
export type Stage = (typeof stages)[number];

/** Milliseconds of each stage that the log tells. */
export type StageTimes = Partial<Record<Stage, number>>;

/** Where a line lies: a file of the analysis by its number, a byte of the (unpacked) log, and the line's number where it is known. */
export interface LogPosition {
  readonly file: number;
  readonly offset: number;
  readonly line: number | undefined;
}

/** Moments of a block on a node, in milliseconds of `logTime`. Undefined where the log doesn't tell. */
export interface BlockMoments {
  /** The sealer was told that it may seal this block. */
  asked?: number;
  /** The sealer took the first transactions. */
  fetched?: number;
  /** The proposal was made here: this node is the leader. */
  generated?: number;
  /** The proposal came. */
  proposed?: number;
  /** The node checked it and voted. */
  voted?: number;
  precommitted?: number;
  committed?: number;
  executed?: number;
  agreed?: number;
  stored?: number;
}

/** A block on one node. */
export interface NodeBlock {
  readonly height: number;
  /** Where its life on this node begins in the log. */
  readonly place: LogPosition;
  /** When it was in the ledger, in milliseconds of `logTime`. */
  readonly storedMs: number;
  readonly transactions: number | undefined;
  readonly failed: number | undefined;
  /** Place of the sealer in the list of sealers. */
  readonly sealer: number | undefined;
  /** Whether this node made the proposal. */
  readonly led: boolean;
  /** Whether the block came from other nodes, whole, as to a node that lags. */
  readonly synced: boolean;
  readonly stages: StageTimes;
}

const between = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined || to < from ? undefined : to - from;

/** What moments come to. */
export function stageTimes(moments: BlockMoments, puttingMs: number, viewChangeMs: number | undefined): StageTimes {
  const { asked, fetched, generated, proposed, voted, precommitted, committed, executed, agreed, stored } = moments;
  // the node writes the committed proposal on disk before it asks others for their results
  const checkpoint = between(executed, agreed);
  const putting = checkpoint === undefined ? 0 : Math.min(checkpoint, puttingMs);
  const storage = between(agreed, stored);
  const times: Record<Stage, number | undefined> = {
    pool: between(asked, fetched),
    sealing: between(fetched, generated),
    proposal: between(generated ?? proposed, voted),
    prepare: between(voted, precommitted),
    commit: between(precommitted, committed),
    execution: between(committed, executed),
    checkpoint: checkpoint === undefined ? undefined : checkpoint - putting,
    storage: storage === undefined ? undefined : storage + putting,
    viewChange: viewChangeMs,
  };
  return Object.fromEntries(Object.entries(times).filter(([, ms]) => ms !== undefined)) as StageTimes;
}
