import { logTimeText } from "../reading/logLine";
import { type NodeBlock, type Stage, type StageTimes, stages } from "../tracking/blockStages";
import { median, rounded } from "./figures";
import type { AnalyzedBlock, LineReference } from "./logAnalysis";
import type { PeerNames } from "./peerNames";

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
