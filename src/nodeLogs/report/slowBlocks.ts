import { type Stage, stages } from "../tracking/blockStages";
import { Durations, median, rounded } from "./figures";
import type { AnalyzedBlock, SlowBlock, StageFigures } from "./logAnalysis";

const maxSlow = 200;
/** A node is named where it took so many times what the others took, and so many milliseconds more. */
const muchLonger = 2;
const muchMoreMs = 20;

/** Figures of each stage over blocks. */
export function figuresOf(blocks: readonly AnalyzedBlock[]): StageFigures[] {
  const found: (StageFigures & { readonly sum: number })[] = [];
  for (const stage of stages) {
    const durations = new Durations();
    let [max, maxAt] = [-1, 0];
    for (const { height, stages: times } of blocks) {
      const ms = times[stage];
      if (ms === undefined) continue;
      durations.add(ms);
      if (ms > max) [max, maxAt] = [ms, height];
    }
    if (durations.count === 0) continue;
    const middle = median(blocks.flatMap(({ stages: times }) => times[stage] ?? [])) ?? 0;
    const p95Ms = rounded(durations.quantile(0.95));
    found.push({ stage, medianMs: rounded(middle), p95Ms, maxMs: rounded(max), maxAt, sum: durations.sum });
  }
  const whole = found.reduce((sum, each) => (each.stage === "pool" ? sum : sum + each.sum), 0);
  return found.map(({ sum, ...figures }) =>
    figures.stage === "pool" || whole === 0 ? figures : { ...figures, share: Math.round((sum / whole) * 1000) / 1000 },
  );
}

/** From how many milliseconds of work on a block is slow by default: three times what is usual, and half a second more. */
export function usualSlowMs(blocks: readonly AnalyzedBlock[]): number {
  const usual = median(blocks.map(({ workMs }) => workMs)) ?? 0;
  return rounded(Math.max(usual * 3, usual + 500));
}

function slowBlock(block: AnalyzedBlock, usual: ReadonlyMap<Stage, number>): SlowBlock | undefined {
  let worst: Stage | undefined;
  let excess = Number.NEGATIVE_INFINITY;
  for (const stage of stages) {
    const ms = block.stages[stage];
    if (stage === "pool" || ms === undefined) continue;
    const over = ms - (stage === "viewChange" ? 0 : (usual.get(stage) ?? 0));
    if (over > excess) [worst, excess] = [stage, over];
  }
  const at = block.nodes[0]?.at;
  if (worst === undefined || at === undefined) return undefined;
  const stageMs = block.stages[worst] ?? 0;
  const slowest = block.nodes.reduce((one, other) =>
    (other.stages[worst] ?? 0) > (one.stages[worst] ?? 0) ? other : one,
  );
  const others = median(
    block.nodes.filter((each) => each !== slowest && !each.synced).flatMap((each) => each.stages[worst] ?? []),
  );
  const ms = slowest.stages[worst] ?? 0;
  const stands = others !== undefined && ms > others * muchLonger && ms > others + muchMoreMs;
  return {
    ...{ height: block.height, time: block.time, workMs: block.workMs, stage: worst, stageMs },
    ...(stands ? { node: slowest.node } : {}),
    ...(block.leader === undefined ? {} : { leader: block.leader }),
    at: stands ? slowest.at : (block.nodes.find(({ node }) => node === block.leader)?.at ?? at),
  };
}

/** The slowest blocks, by height. */
export function slowBlocksOf(
  blocks: readonly AnalyzedBlock[],
  slowMs: number,
  figures: readonly StageFigures[],
): SlowBlock[] {
  const usual = new Map(figures.map(({ stage, medianMs }) => [stage, medianMs]));
  return blocks
    .filter(({ workMs }) => workMs >= slowMs && workMs > 0)
    .sort((one, other) => other.workMs - one.workMs)
    .slice(0, maxSlow)
    .sort((one, other) => one.height - other.height)
    .flatMap((block) => slowBlock(block, usual) ?? []);
}
