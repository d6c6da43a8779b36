import { dateTimeText } from "../../text/formats";
import { shortHex } from "../../text/shortText";
import { seriesTable } from "../shared/dataTable";
import { element } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { numberOnChart } from "../shared/resultCells";
import { type SeriesChartElement, seriesChart } from "../shared/seriesChart";
import type { ChartsAnswer, ChartsData, ChartsTexts, TimeRange } from "./messages";

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface Drawn {
  readonly id: string;
  readonly name: string;
  readonly kind: "bars" | "line";
  /** Head of the first column. */
  readonly across: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly times?: readonly number[];
  /** Two places that were chosen, where a choice means something. */
  readonly select?: (from: number, to: number) => void;
}

export interface ChartsContext {
  readonly texts: ChartsTexts;
  /** Which tables are unfolded. */
  readonly unfolded: Set<string>;
  /** Charts that are drawn. */
  readonly drawn: Map<string, SeriesChartElement>;
  readonly zoom: (range: TimeRange) => void;
}

/** A chart with a table of its values. */
function section({ texts, unfolded, drawn }: ChartsContext, chart: Drawn): HTMLElement {
  const { id, name, across, labels, series } = chart;
  const language = pageLanguage();
  const format = (value: number): string => numberOnChart(value, language);
  const table = element(
    "details",
    { ...(unfolded.has(id) ? { open: true } : {}) },
    element("summary", {}, texts.values),
    seriesTable({ labels, series }, across, format),
  );
  table.addEventListener("toggle", () => {
    if (table.open) unfolded.add(id);
    else unfolded.delete(id);
  });
  const spoken = fill(texts.spoken, name, labels[0] ?? "", labels.at(-1) ?? "", labels.length);
  const shown = seriesChart({ ...chart, format, language, spoken, texts }, drawn.get(id));
  drawn.set(id, shown);
  return element("section", { class: `chart ${id}` }, element("h2", {}, name), shown, table);
}

/** Draws all that an answer has. */
class Sections {
  readonly #times: readonly number[];
  readonly #shift: number;

  constructor(
    private readonly context: ChartsContext,
    private readonly charts: ChartsData,
    private readonly before: ChartsData | undefined,
  ) {
    const { range, step } = charts;
    const [from, to] = [range?.from ?? 0, range?.to ?? -1];
    const first = Math.floor(from / step) * step;
    this.#times = Array.from(
      { length: Math.max(0, Math.floor((to - first) / step) + 1) },
      (_, at) => first + at * step,
    );
    this.#shift = before?.range ? from - before.range.from : 0;
  }

  /** Values in the order of the intervals; of those without a point `without`. */
  #each<Point extends { readonly time: number }>(
    points: readonly Point[] | undefined,
    value: (point: Point) => number | null,
    { without = null, shift = 0 }: { readonly without?: number | null; readonly shift?: number } = {},
  ): (number | null)[] {
    const { step } = this.charts;
    const known = new Map((points ?? []).map((point) => [Math.floor((point.time + shift) / step) * step, point]));
    return this.#times.map((time) => {
      const point = known.get(time);
      return point ? value(point) : without;
    });
  }

  /** The same of the range that is compared, as another series. */
  #compared<Point extends { readonly time: number }>(
    name: string,
    points: (charts: ChartsData) => readonly Point[] | undefined,
    value: (point: Point) => number | null,
    without: number | null = null,
  ): Series[] {
    if (!this.before) return [];
    const values = this.#each(points(this.before), value, { without, shift: this.#shift });
    return [{ name: fill(this.context.texts.before, name), values }];
  }

  #timed(id: string, name: string, kind: Drawn["kind"], series: readonly Series[]): HTMLElement {
    const { texts, zoom } = this.context;
    const { step } = this.charts;
    const select = (from: number, to: number): void => {
      const [first, last] = [this.#times[from], this.#times[to]];
      if (first !== undefined && last !== undefined) zoom({ from: first, to: last + step - 1 });
    };
    const labels = this.#times.map((time) => dateTimeText(time, pageLanguage()));
    return section(this.context, { id, name, kind, across: texts.time, labels, times: this.#times, series, select });
  }

  #ofBlocks(): HTMLElement[] {
    const { texts } = this.context;
    const { points } = this.charts;
    type Point = ChartsData["points"][number];
    const earlier = (name: string, value: (point: Point) => number | null, without: number | null = null): Series[] =>
      this.#compared(name, (charts) => charts.points, value, without);
    const seconds = (value: number | null): number | null => (value === null ? null : value / 1000);
    const perBlock = (point: Point): number => point.transactions / Math.max(1, point.blocks);
    return [
      this.#timed("transactions", texts.transactionsAndFailures, "bars", [
        { name: texts.transactions, values: this.#each(points, (point) => point.transactions, { without: 0 }) },
        { name: texts.failed, values: this.#each(points, (point) => point.failed, { without: 0 }) },
        ...earlier(texts.transactions, (point) => point.transactions, 0),
      ]),
      this.#timed("interval", texts.interval, "line", [
        { name: texts.average, values: this.#each(points, (point) => seconds(point.interval)) },
        { name: texts.max, values: this.#each(points, (point) => seconds(point.max)) },
        ...earlier(texts.average, (point) => seconds(point.interval)),
      ]),
      this.#timed("perBlock", texts.perBlock, "line", [
        { name: texts.perBlock, values: this.#each(points, perBlock) },
        ...earlier(texts.perBlock, perBlock),
      ]),
      this.#timed("gas", texts.gas, "bars", [
        { name: texts.gas, values: this.#each(points, (point) => point.gas, { without: 0 }) },
        ...earlier(texts.gas, (point) => point.gas, 0),
      ]),
    ];
  }

  /** Average and longest of something that took time. */
  #lasting(id: "waits" | "seen"): HTMLElement[] {
    const { texts } = this.context;
    const points = this.charts[id];
    if (!points || points.length === 0) return [];
    return [
      this.#timed(id, texts[id], "line", [
        { name: texts.average, values: this.#each(points, ({ average }) => average / 1000) },
        { name: texts.max, values: this.#each(points, ({ max }) => max / 1000) },
        ...this.#compared(
          texts.average,
          (charts) => charts[id],
          ({ average }) => average / 1000,
        ),
      ]),
    ];
  }

  #sealers(): HTMLElement[] {
    const { texts } = this.context;
    const { sealers = [] } = this.charts;
    if (sealers.length === 0) return [];
    const share = (charts: ChartsData | undefined): ReadonlyMap<string, { blocks: number; percent: number }> => {
      const all = (charts?.sealers ?? []).reduce((sum, { blocks }) => sum + blocks, 0);
      return new Map(
        (charts?.sealers ?? []).map(({ node, blocks }) => [node, { blocks, percent: (100 * blocks) / all }]),
      );
    };
    const [now, before] = [share(this.charts), share(this.before)];
    const series: Series[] = [
      { name: texts.percent, values: sealers.map(({ node }) => now.get(node)?.percent ?? 0) },
      ...(this.before
        ? [
            {
              name: fill(texts.before, texts.percent),
              values: sealers.map(({ node }) => before.get(node)?.percent ?? 0),
            },
          ]
        : []),
    ];
    const labels = sealers.map(({ node, name, blocks }) => `${name ?? shortHex(node)}\n${fill(texts.blocks, blocks)}`);
    return [
      section(this.context, { id: "sealers", name: texts.sealers, kind: "bars", across: texts.sealer, labels, series }),
    ];
  }

  #observed(): HTMLElement[] {
    const { texts } = this.context;
    const { observed = [], lags = [] } = this.charts;
    if (observed.length === 0) return [];
    type Point = NonNullable<ChartsData["observed"]>[number];
    const earlier = (name: string, value: (point: Point) => number | null): Series[] =>
      this.#compared(name, (charts) => charts.observed, value);
    return [
      this.#timed("pool", texts.pool, "line", [
        { name: texts.pending, values: this.#each(observed, ({ pending }) => pending) },
        ...earlier(texts.pending, ({ pending }) => pending),
      ]),
      this.#timed("views", texts.views, "bars", [
        { name: texts.viewChanges, values: this.#each(observed, ({ viewChanges }) => viewChanges) },
        ...earlier(texts.viewChanges, ({ viewChanges }) => viewChanges),
      ]),
      this.#timed(
        "lag",
        texts.lag,
        "line",
        lags.map(({ node, name, points }) => ({
          name: name ?? shortHex(node),
          values: this.#each(points, ({ lag }) => lag),
        })),
      ),
    ];
  }

  all(): HTMLElement[] {
    return [
      ...this.#ofBlocks(),
      ...this.#lasting("waits"),
      ...this.#sealers(),
      ...this.#lasting("seen"),
      ...this.#observed(),
    ];
  }
}

/** The charts of an answer, each with its table. */
export const chartSections = (context: ChartsContext, { charts, before }: ChartsAnswer): HTMLElement[] =>
  new Sections(context, charts, before).all();
