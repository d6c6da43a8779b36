import { logTimeText } from "../reading/logLine";
import { type NodeBlock, type Stage, type StageTimes, stages } from "../tracking/blockStages";
import type { ViewChange } from "../tracking/nodeEvents";
import { median, rounded } from "./figures";
import type { AnalyzedBlock, AnalyzedViewChange, LineReference } from "./logAnalysis";
import type { PeerNames, TrackedNode } from "./peerNames";

/** Only the leader has these. */
const leaderStages: ReadonlySet<Stage> = new Set(["pool", "sealing"]);

/** A leader that waits so long for transactions has none to seal, in milliseconds. */
const idleMs = 500;

/**
 * Whether transactions waited while the leader changed. An idle group changes it, too: then the next leader has to wait for transactions.
 * Of a block that isn't there, nothing shows that any waited.
 */
export const waitedForLeader = (stages: StageTimes | undefined): boolean =>
  stages !== undefined && (stages.pool ?? 0) < idleMs;

/** What the nodes of a chain told of one height. */
type BlockOnNodes = readonly { readonly node: string; readonly block: NodeBlock }[];

export const referenceOf = ({ file, offset, line }: NodeBlock["place"]): LineReference => ({
  file,
  offset,
  ...(line === undefined ? {} : { line }),
});

/** Stages of a block over its nodes: nodes that got it later, whole, say nothing of how it came to be. */
function joinedStages(nodes: BlockOnNodes): StageTimes {
  const made = nodes.filter(({ block }) => !block.synced);
  const sources = made.length > 0 ? made : nodes;
  const joined: StageTimes = {};
  for (const stage of stages) {
    const holders = leaderStages.has(stage) ? sources.filter(({ block }) => block.led) : sources;
    const ms = median(holders.flatMap(({ block }) => block.stages[stage] ?? []));
    if (ms !== undefined) joined[stage] = rounded(ms);
  }
  if (!waitedForLeader(joined)) delete joined.viewChange;
  return joined;
}

/** What the nodes worked at a block: all but waiting for transactions. */
const workOf = (times: StageTimes): number =>
  stages.reduce((sum, stage) => (stage === "pool" ? sum : sum + (times[stage] ?? 0)), 0);

/** A height over all nodes. */
export function joinBlock(
  height: number,
  nodes: BlockOnNodes,
  names: PeerNames,
  before: number | undefined,
): AnalyzedBlock {
  const times = nodes.map(({ block }) => block.storedMs);
  const first = Math.min(...times);
  const joined = joinedStages(nodes);
  const leading = nodes.find(({ block }) => block.led)?.node;
  const sealer = nodes.find(({ block }) => block.sealer !== undefined)?.block.sealer;
  const leader = leading ?? names.sealer(sealer);
  const transactions = nodes.find(({ block }) => block.transactions !== undefined)?.block.transactions;
  const failed = nodes.find(({ block }) => block.failed !== undefined)?.block.failed;
  return {
    height,
    time: logTimeText(first),
    ...(transactions === undefined ? {} : { transactions }),
    ...(failed === undefined ? {} : { failed }),
    ...(leader === undefined ? {} : { leader }),
    workMs: rounded(workOf(joined)),
    ...(before === undefined || before > first ? {} : { intervalMs: rounded(first - before) }),
    spreadMs: rounded(Math.max(...times) - first),
    stages: joined,
    nodes: nodes.map(({ node, block }) => ({
      node,
      stages: Object.fromEntries(Object.entries(block.stages).map(([stage, ms]) => [stage, rounded(ms)])),
      ...(block.synced ? { synced: true as const } : {}),
      at: referenceOf(block.place),
    })),
  };
}

/** Nodes leave a view for the same reason within this time. */
const togetherMs = 10_000;

interface Gathered {
  change: ViewChange;
  readonly nodes: string[];
  reached: number | undefined;
  timeouts: number;
}

/** Of several reasons the one that began it: others only followed. */
const rank = ({ reason }: ViewChange): number => ({ leaderGone: 0, timeout: 1, recovery: 2, others: 3 })[reason.kind];

/** Changes of the view, each once: what nodes did together for the same next view stands together. */
export function joinViewChanges(nodes: readonly TrackedNode[], names: PeerNames): AnalyzedViewChange[] {
  const all = nodes
    .flatMap(({ name, tracker }) => tracker.viewChanges.map((change) => ({ name, change })))
    .sort((one, other) => one.change.time - other.change.time);
  const latest = new Map<string, Gathered>();
  const gathered: Gathered[] = [];
  for (const { name, change } of all) {
    // a node that starts again recovers by itself
    const key = change.reason.kind === "recovery" ? `${change.to} ${name}` : `${change.to}`;
    const known = latest.get(key);
    if (known && change.time - known.change.time < togetherMs && !known.nodes.includes(name)) {
      known.nodes.push(name);
      known.timeouts = Math.max(known.timeouts, change.timeouts);
      if (change.reachedMs !== undefined) known.reached = Math.min(known.reached ?? change.reachedMs, change.reachedMs);
      const begun = rank(change) < rank(known.change) ? { ...change, time: known.change.time } : known.change;
      // one that lags knows less of what is to come
      const height = Math.max(known.change.height ?? 0, change.height ?? 0);
      known.change = height === 0 ? begun : { ...begun, height };
      continue;
    }
    const made: Gathered = { change, nodes: [name], reached: change.reachedMs, timeouts: change.timeouts };
    gathered.push(made);
    latest.set(key, made);
  }
  return gathered.map(({ change, nodes: who, reached, timeouts }) => {
    const { time, height, from, to, reason, place } = change;
    const leader = reason.kind === "leaderGone" ? names.sealer(reason.leader, reason.nodeId) : undefined;
    return {
      time: logTimeText(time),
      ...(height === undefined ? {} : { height }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      reason,
      ...(leader === undefined ? {} : { leader }),
      nodes: who,
      timeouts,
      ...(reached === undefined ? {} : { ms: rounded(Math.max(0, reached - time)) }),
      at: referenceOf(place),
    };
  });
}
