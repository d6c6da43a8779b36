import type { ConsensusStatus, SyncStatus } from "../rpc/nodeStatus";

/** What is told with the time at which it began. */
export type WatchedTrouble = "stopped" | "changingView" | "unreachable";

/** How a group fares, as the asked node sees it. */
export interface GroupHealth {
  /** Weight of the sealers that the node reaches, itself included. */
  readonly reachableWeight: number;
  /** Weight that a block needs: with less no block is made. */
  readonly neededWeight: number;
  readonly totalWeight: number;
  /** Sealers that the node reaches, itself included, and all of them: the same numbers only while each weighs 1. */
  readonly reachableSealers: number;
  readonly totalSealers: number;
  /** Node IDs of sealers and observers that the node does not reach. */
  readonly unreachable: readonly string[];
  /** Members whose height stays behind the chain's by more than the usual. */
  readonly behind: readonly { readonly nodeId: string; readonly blocks: number }[];
  /** Blocks that the asked node itself still lacks. */
  readonly ownLag: number;
  /** The leader is being changed. */
  readonly changingView: boolean;
  /** Leader changes in a row without a block. */
  readonly changes: number;
  readonly view: number;
  /** Number of the newest block that the asked node has. */
  readonly height: number;
  /** Transactions that wait in the pool of the asked node. */
  readonly waiting: number;
  /** For how many milliseconds, at least, transactions have waited without a block; 0 at the first look. */
  readonly standsMs: number;
  /** When the newest block that the asked node has was made, where that was asked for: milliseconds since 1970. */
  readonly lastBlockMs?: number;
  /** When members sealed the newest of their blocks that were looked at, by node ID: milliseconds since 1970. */
  readonly lastSealedMs?: Readonly<Record<string, number>>;
  /** Since when something is seen to be wrong, in milliseconds since 1970; nothing where it was so at the first look. */
  readonly since?: Readonly<Partial<Record<WatchedTrouble, number>>>;
  /** How long the node took to answer, in milliseconds. */
  readonly answerMs: number;
}

/** A member that is this many blocks behind counts as lagging: a few are usual under load. */
export const lagLimit = 10;

interface HealthAnswers {
  readonly consensus: ConsensusStatus;
  readonly sync: SyncStatus;
  readonly groupPeers: readonly string[];
  readonly observers: readonly string[];
  /** Transactions in the pool of the asked node. */
  readonly waiting: number;
  readonly answerMs: number;
}

/**
 * What a node's own answers say about its group. Reachability is judged by `getGroupPeers`: the sealer list keeps members that
 * are down (docs/protocol/json-rpc.md, "Health").
 */
export function judgeHealth({ consensus, sync, groupPeers, observers, waiting, answerMs }: HealthAnswers): GroupHealth {
  const reachable = new Set([...groupPeers, consensus.nodeID]);
  const sealers = consensus.consensusNodeList;
  const weight = (nodes: typeof sealers): number => nodes.reduce((sum, each) => sum + Number(each.weight), 0);
  const height = Math.max(Number(sync.blockNumber), Number(sync.knownHighestNumber));
  const members = new Set([...sealers.map(({ nodeID }) => nodeID), ...observers]);
  return {
    reachableWeight: weight(sealers.filter(({ nodeID }) => reachable.has(nodeID))),
    neededWeight: Number(consensus.minRequiredQuorum),
    totalWeight: weight(sealers),
    reachableSealers: sealers.filter(({ nodeID }) => reachable.has(nodeID)).length,
    totalSealers: sealers.length,
    unreachable: [...members].filter((nodeId) => !reachable.has(nodeId)),
    behind: sync.peers
      .map(({ nodeID, blockNumber }) => ({ nodeId: nodeID, blocks: height - Number(blockNumber) }))
      .filter(({ nodeId, blocks }) => members.has(nodeId) && reachable.has(nodeId) && blocks >= lagLimit),
    ownLag: Math.max(0, Number(sync.knownHighestNumber) - Number(sync.blockNumber)),
    // A node that was started again says `timeout` until the next block, which an idle group does not make: only the count tells of
    // changes.
    changingView: Number(consensus.changeCycle) > 0,
    changes: Number(consensus.changeCycle),
    view: Number(consensus.view),
    height: Number(sync.blockNumber),
    waiting,
    standsMs: 0,
    answerMs,
  };
}

/** Transactions that wait so long without a block wait for more than a change of the leader or a slow one. */
export const standsLimitMs = 10_000;

/** Since when transactions have waited at a height. */
interface Standstill {
  readonly height: number;
  readonly sinceMs: number;
}

/**
 * What a further look says of earlier ones: transactions waited then and wait now, and no block came between. Where all members are
 * reachable, such as when their views don't meet or when nodes hang with open connections, nothing else shows that blocks stopped.
 */
export function standstillOf(
  earlier: Standstill | undefined,
  { height, waiting }: Pick<GroupHealth, "height" | "waiting">,
  nowMs: number,
): Standstill | undefined {
  if (waiting === 0) return undefined;
  return earlier?.height === height ? earlier : { height, sinceMs: nowMs };
}

/** Too little of the weight takes part for a block. */
export function lacksWeight({ reachableWeight, neededWeight }: GroupHealth): boolean {
  return reachableWeight < neededWeight;
}

/** No block is made: too little of the weight takes part, or transactions wait and none comes. */
export function isStopped(health: GroupHealth): boolean {
  return lacksWeight(health) || health.standsMs >= standsLimitMs;
}

/** A change of the leader that stays the same for so long doesn't go on. */
const stillMs = 60_000;

/** What looks at a group say one after the other. */
export class HealthMemory {
  /** The view, and since when it is that. */
  #view: { readonly view: number; readonly changes: number; readonly sinceMs: number } | undefined;
  #standstill: Standstill | undefined;
  /** Undefined for what was wrong at the first look: when that began isn't known. */
  #since: ReadonlyMap<WatchedTrouble, number | undefined> | undefined;

  /**
   * A look with what earlier ones say of it: for how long transactions have waited, since when something is wrong, and whether the
   * leader is still being changed. A node that was started again may say for long that it waits for a leader, while nothing is sent:
   * a change that doesn't go on is none.
   */
  follow(look: GroupHealth, nowMs: number): GroupHealth {
    const { view, changes } = look;
    const isSame = this.#view?.view === view && this.#view.changes === changes;
    this.#view = { view, changes, sinceMs: isSame ? (this.#view?.sinceMs ?? nowMs) : nowMs };
    this.#standstill = standstillOf(this.#standstill, look, nowMs);
    const judged: GroupHealth = {
      ...look,
      changingView: look.changingView && nowMs - this.#view.sinceMs < stillMs,
      standsMs: this.#standstill ? nowMs - this.#standstill.sinceMs : 0,
    };
    const wrong: readonly WatchedTrouble[] = [
      ...(isStopped(judged) ? (["stopped"] as const) : []),
      ...(judged.changingView ? (["changingView"] as const) : []),
      ...(judged.unreachable.length > 0 ? (["unreachable"] as const) : []),
    ];
    const before = this.#since;
    const began = (what: WatchedTrouble): number | undefined => {
      if (!before) return undefined;
      return before.has(what) ? before.get(what) : nowMs;
    };
    this.#since = new Map(wrong.map((what) => [what, began(what)]));
    return { ...judged, since: Object.fromEntries([...this.#since].filter(([, ms]) => ms !== undefined)) };
  }
}
