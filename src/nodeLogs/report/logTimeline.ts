import { hourMs } from "../../time/units";
import { timeAt } from "../reading/logLine";
import { type StageTimes, stages } from "../tracking/blockStages";
import type { AnalyzedBlock, LogAnalysis } from "./logAnalysis";

/** What became of the blocks of an interval. */
interface TimelinePoint {
  /** Beginning, in milliseconds of `logTime`. */
  readonly time: number;
  readonly transactions: number;
  readonly failed: number;
  /** The longest that a block took, without waiting for transactions. */
  readonly maxMs: number;
  /** What each stage took on average. */
  readonly stages: StageTimes;
}

/** Blocks by intervals. */
interface LogTimeline {
  /** Of what was read, in milliseconds of `logTime`. */
  readonly range?: { readonly from: number; readonly to: number };
  /** Length of an interval in milliseconds. */
  readonly step: number;
  /** In the order of time; intervals without blocks aren't there. */
  readonly points: readonly TimelinePoint[];
}

const maxPoints = 120;
const seconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((each) => each * 1000);
const steps = [100, 200, 500, ...seconds];

function pointOf(time: number, blocks: readonly AnalyzedBlock[]): TimelinePoint {
  const sum = (value: (block: AnalyzedBlock) => number): number => blocks.reduce((all, block) => all + value(block), 0);
  const averages = stages.flatMap((stage) => {
    const known = blocks.flatMap((block) => block.stages[stage] ?? []);
    return known.length === 0 ? [] : [[stage, known.reduce((all, ms) => all + ms, 0) / known.length] as const];
  });
  return {
    ...{ time, maxMs: blocks.reduce((max, { workMs }) => Math.max(max, workMs), 0) },
    transactions: sum(({ transactions }) => transactions ?? 0),
    failed: sum(({ failed }) => failed ?? 0),
    stages: Object.fromEntries(averages),
  };
}

/** Puts the blocks of an analysis into intervals that people read. */
export function logTimeline({ blocks, first, last }: Pick<LogAnalysis, "blocks" | "first" | "last">): LogTimeline {
  const [from, to] = [timeAt(first ?? "", 0), timeAt(last ?? "", 0)];
  const length = Number.isNaN(to - from) ? 0 : to - from;
  const step = steps.find((each) => length / each <= maxPoints) ?? Math.ceil(length / maxPoints / hourMs) * hourMs;
  const groups = new Map<number, AnalyzedBlock[]>();
  for (const block of blocks) {
    const time = Math.floor(timeAt(block.time, 0) / step) * step;
    const known = groups.get(time);
    if (known) known.push(block);
    else groups.set(time, [block]);
  }
  return {
    ...(Number.isNaN(to - from) ? {} : { range: { from, to } }),
    step,
    points: [...groups].sort(([one], [other]) => one - other).map(([time, own]) => pointOf(time, own)),
  };
}
