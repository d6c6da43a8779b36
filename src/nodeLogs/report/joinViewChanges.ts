import { logTimeText } from "../reading/logLine";
import type { ViewChange } from "../tracking/nodeEvents";
import { rounded } from "./figures";
import { referenceOf } from "./joinBlocks";
import type { AnalyzedViewChange } from "./logAnalysis";
import type { PeerNames, TrackedNode } from "./peerNames";

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
