import { dayMs } from "../../time/units";
import type { ChartsAnswer, ChartsData, ChartsProtocol, Comparison, TimeRange } from "../../webview/charts/messages";
import { chartsStory } from "./chartsStory";

/** A range as a page names it: two whole numbers, in their order. */
export function chartsRange(range: unknown): TimeRange | undefined {
  const { from, to } = (range ?? {}) as { from?: unknown; to?: unknown };
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return undefined;
  return { from: Number(from), to: Math.max(Number(from), Number(to)) };
}

/** A sealer as a page names it: a node ID. */
const nodeOf = (sealer: unknown): { readonly sealer?: string } =>
  typeof sealer === "string" && /^[0-9a-f]{1,256}$/.test(sealer) ? { sealer } : {};

/** How much earlier a range lies that another is compared with. */
function shiftOf(compared: Comparison, { from, to }: TimeRange): number {
  const shifts: Readonly<Record<Comparison, number>> = { none: 0, range: to - from + 1, day: dayMs, week: 7 * dayMs };
  return Object.hasOwn(shifts, compared) ? shifts[compared] : 0;
}

/** What an index is asked for charts. */
interface WantedCharts {
  readonly range?: TimeRange;
  readonly step?: number;
  readonly sealer?: string;
}

/**
 * What the charts page asks, out of an index.
 * @param ask asks the index
 * @param nameOf what a node is called here
 */
export async function chartsAnswer(
  { range: asked, compared, sealer: named }: ChartsProtocol["asks"]["charts"]["question"],
  ask: (wanted: WantedCharts) => Promise<ChartsData>,
  nameOf: (node: string) => string | undefined,
): Promise<ChartsAnswer> {
  const range = chartsRange(asked);
  const sealer = nodeOf(named);
  const withName = <Of extends { readonly node: string }>(each: Of): Of & { readonly name?: string } => {
    const name = nameOf(each.node);
    return name === undefined ? each : { ...each, name };
  };
  const found = await ask({ ...sealer, ...(range ? { range } : {}) });
  const charts = {
    ...found,
    sealers: (found.sealers ?? []).map(withName),
    lags: (found.lags ?? []).map(withName),
  };
  const story = chartsStory(charts);
  const answer = { charts, ...(story ? { story } : {}) };
  const shift = charts.range ? shiftOf(compared, charts.range) : 0;
  if (!charts.range || shift === 0) return answer;
  const { from, to } = charts.range;
  const earlier = { from: from - shift, to: to - shift };
  return { ...answer, before: await ask({ ...sealer, range: earlier, step: charts.step }) };
}
