import uPlot from "uplot";
import type { Language } from "../../text/catalogue";
import { chosenTimeZone } from "../../text/formats";
import { visibleText } from "../../text/visibleText";
import { amountNames, namedPlaces, placeNames, timeNames } from "./chartAxes";
import { html, render } from "./html";
import type { ChartTexts } from "./queryRows";

/** Values over places in a row, such as intervals of time. */
export interface SeriesChart {
  /** `stacked`: bars of all series, one on the other; none is below 0. */
  readonly kind: "bars" | "line" | "stacked";
  /** What each place is called. */
  readonly labels: readonly string[];
  /** When each place is, in milliseconds since 1970 and in order; without it, places stand side by side. */
  readonly times?: readonly number[];
  /** Times are those of UTC. */
  readonly zone?: "UTC";
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly language: Language;
  /** A value as people read it. */
  readonly format: (value: number) => string;
  /** The chart in a sentence. */
  readonly spoken: string;
  readonly texts: ChartTexts;
  /** Is called with two places, in their order, that were chosen; without it the chart itself shows what lies between. */
  readonly select?: (from: number, to: number) => void;
}

/** What is drawn of it. */
const height = 220;
/** How much of its place a bar, or bars side by side, take. */
const barShare = 0.8;
/** Bars that stand side by side become no wider than if there were so many. */
const minPlaces = 12;
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3]];
/** A pointer that moved less chose nothing. */
const minDrag = 5;

type Values = (number | null)[];

/** A chart with a grid, its values at the pointer or at the arrow keys, a part to zoom into, and a logarithmic scale. */
export class SeriesChartElement extends HTMLElement {
  #chart: SeriesChart | undefined;
  #plot: uPlot | undefined;
  #isLog = false;
  /** Series that are left out, by name. */
  readonly #hidden = new Set<string>();
  #width = 0;
  /** Where a choice by keys began. */
  #anchor: number | undefined;
  readonly #canvas = document.createElement("div");
  readonly #sizes = new ResizeObserver(([entry]) => this.#fit(entry?.contentRect.width ?? 0));
  /** Colors of the theme are read again when it changes. */
  readonly #themes = new MutationObserver(() => this.#plot?.redraw(false));

  set chart(chart: SeriesChart) {
    const before = this.#chart;
    this.#chart = chart;
    this.#draw();
    const isAlike =
      before?.kind === chart.kind &&
      (before.times === undefined) === (chart.times === undefined) &&
      before.series.length === chart.series.length;
    if (isAlike && this.#plot) this.#plot.setData(this.#data(chart), this.#isWhole());
    else this.#build();
  }

  constructor() {
    super();
    this.#canvas.className = "plot";
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute("role", "img");
    this.#canvas.addEventListener("keydown", (event) => this.#press(event));
    this.#canvas.addEventListener("blur", () => this.#leave());
  }

  /** @public the browser calls it */
  connectedCallback(): void {
    this.#sizes.observe(this);
    this.#themes.observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-id"] });
    this.#draw();
  }

  /** @public the browser calls it */
  disconnectedCallback(): void {
    this.#sizes.disconnect();
    this.#themes.disconnect();
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#width = 0;
  }

  /** What stands around the plot. */
  #draw(): void {
    const chart = this.#chart;
    if (!chart || !this.isConnected) return;
    const { series, texts, spoken } = chart;
    this.classList.add("seriesChart");
    this.#canvas.setAttribute("aria-label", visibleText(spoken));
    render(
      html`<div class="legend">
          ${series.map(
            ({ name }, place) =>
              html`<button type="button" class="quiet series${place}" aria-pressed=${!this.#hidden.has(name)} @click=${() => this.#toggle(name)}>
                <span class="key" aria-hidden="true"></span>${name}
              </button>`,
          )}
          <span class="scales">
            <button type="button" class="quiet whole" ?hidden=${this.#isWhole()} @click=${() => this.#showWhole()}>${texts.wholeChart}</button>
            <button type="button" class="quiet log" aria-pressed=${this.#isLog} @click=${() => this.#turnScale()}>${texts.logScale}</button>
          </span>
        </div>
        ${this.#canvas}
        <p class="atCursor"></p>`,
      this,
    );
  }

  #color(place: number): string {
    const key = this.querySelector(`.series${place}`) ?? this;
    return getComputedStyle(key).getPropertyValue("--series").trim() || "gray";
  }

  #own(name: "--grid" | "--ticks"): string {
    return getComputedStyle(this).getPropertyValue(name).trim() || "gray";
  }

  /** Places along the chart: times, or numbers from 0 on. */
  #across({ times, labels }: SeriesChart): number[] {
    return times ? [...times] : labels.map((_, place) => place);
  }

  /** The series as they are drawn: those that are stacked stand on the ones before. */
  #heights({ kind, series }: SeriesChart): Values[] {
    const below: number[] = [];
    return series.map(({ name, values }) => {
      if (kind !== "stacked") return values.map((value) => (Number.isFinite(value) ? value : null));
      if (this.#hidden.has(name)) return values.map(() => null);
      return values.map((value, place) => {
        below[place] = (below[place] ?? 0) + Math.max(0, value ?? 0);
        return value === null ? null : (below[place] ?? 0);
      });
    });
  }

  #data(chart: SeriesChart): uPlot.AlignedData {
    return [this.#across(chart), ...this.#heights(chart)];
  }

  /** Whether all that there is is shown. */
  #isWhole(): boolean {
    const plot = this.#plot;
    const { min, max } = plot?.scales["x"] ?? {};
    if (!plot || !this.#chart || min === undefined || max === undefined) return true;
    const [low, high] = this.#span(this.#chart);
    return min <= low && max >= high;
  }

  #span(chart: SeriesChart): [number, number] {
    const across = this.#across(chart);
    const [first = 0, last = 1] = [across[0], across.at(-1)];
    const room = chart.kind === "line" && first < last ? 0 : this.#step(chart) / 2;
    return [first - room, last + room];
  }

  #step(chart: SeriesChart): number {
    const [first = 0, second = first + 1] = this.#across(chart);
    return Math.max(1, second - first);
  }

  #fit(width: number): void {
    if (width === 0 || width === this.#width) return;
    this.#width = width;
    if (this.#plot) this.#plot.setSize({ width, height });
    else this.#build();
  }

  #build(): void {
    const chart = this.#chart;
    this.#plot?.destroy();
    this.#plot = undefined;
    if (!chart || this.#width === 0 || !this.isConnected) return;
    this.#plot = new uPlot(this.#options(chart), this.#data(chart), this.#canvas);
    this.#draw();
  }

  #options(chart: SeriesChart): uPlot.Options {
    const { kind, series, times, zone, select, language } = chart;
    return {
      width: this.#width,
      height,
      ms: 1,
      legend: { show: false },
      // half of the last time has room
      padding: [10, 28, 0, 0],
      // Hours and days begin where they do in the zone by which they are named.
      ...(times ? { tzDate: (time: number) => uPlot.tzDate(new Date(time), zone ?? chosenTimeZone()) } : {}),
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: select === undefined, dist: minDrag },
        points: { show: kind === "line" },
        ...(times
          ? {
              sync: {
                key: "times",
                filters: { pub: (type: string) => type.startsWith("mousem") || type === "mouseleave" },
              },
            }
          : {}),
      },
      scales: {
        x: { time: times !== undefined, range: (plot, min, max) => this.#rangeAcross(plot, min, max) },
        y: {
          distr: !this.#isLog ? 1 : series.some(({ values }) => values.some((value) => (value ?? 0) < 0)) ? 4 : 3,
          range: (_, min, max) => this.#rangeOf(min, max),
        },
      },
      axes: [
        {
          stroke: () => this.#own("--ticks"),
          grid: { show: times !== undefined, stroke: () => this.#own("--grid"), width: 1 },
          ticks: { stroke: () => this.#own("--grid"), width: 1, size: 4 },
          font: this.#font(),
          size: 44,
          space: 80,
          ...(times
            ? {
                values: (_: uPlot, at: number[], _axis: number, _space: number, step: number) =>
                  timeNames(at, step, language, zone),
              }
            : {
                splits: (plot: uPlot, _: number, min: number, max: number) =>
                  namedPlaces(this.#labels(), min, max, plot.bbox.width / devicePixelRatio),
                values: (_: uPlot, at: number[]) => placeNames(this.#labels(), at),
              }),
        },
        {
          stroke: () => this.#own("--ticks"),
          grid: { stroke: () => this.#own("--grid"), width: 1 },
          ticks: { show: false },
          font: this.#font(),
          gap: 6,
          space: 36,
          ...(this.#isWholeNumbers(chart) && !this.#isLog ? { incrs: wholeSteps } : {}),
          values: (_, at) => amountNames(at, language),
          size: (plot, values, axis, round) => sizeBeside(plot, values, axis, round),
        },
      ],
      series: [{}, ...series.map((_, place) => this.#series(chart, place))],
      hooks: {
        setCursor: [() => this.#showValues()],
        setSelect: [(plot) => this.#select(plot)],
        setScale: [(_, scale) => scale === "x" && this.#draw()],
      },
    };
  }

  #labels(): readonly string[] {
    return this.#chart?.labels ?? [];
  }

  #isWholeNumbers({ series }: SeriesChart): boolean {
    return series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  }

  #font(): string {
    const { fontFamily } = getComputedStyle(this);
    return `11px ${fontFamily || "sans-serif"}`;
  }

  #rangeAcross(plot: uPlot, min: number, max: number): [number, number] {
    const chart = this.#chart;
    if (!chart) return [min, max];
    const [low, high] = this.#span(chart);
    const across = plot.data[0];
    // all of it, as when it is drawn first
    if (min === across[0] && max === across.at(-1)) return [low, high];
    return [Math.max(low, min), Math.min(high, max)];
  }

  #rangeOf(min: number | null, max: number | null): [number, number] {
    if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max))
      return [this.#isLog ? 1 : 0, this.#isLog ? 10 : 1];
    if (this.#isLog && min > 0) {
      const [low, high] = uPlot.rangeLog(min, max, 10, true);
      // what is least has a height, too
      return [low === null || low >= min ? min / 10 : low, high ?? max];
    }
    if (this.#isLog && min === 0 && max === 0) return [1, 10];
    if (this.#isLog) {
      const [low, high] = uPlot.rangeAsinh(min, max, 10, true);
      return [low ?? min, high ?? max];
    }
    if (min === 0 && max === 0) return [0, 1];
    const [low, high] = uPlot.rangeNum(Math.min(0, min), Math.max(0, max), 0.1, true);
    return [min < 0 ? (low ?? min) : 0, max > 0 ? (high ?? max) : 0];
  }

  #series(chart: SeriesChart, place: number): uPlot.Series {
    const { kind, series, times, labels } = chart;
    const name = series[place]?.name ?? "";
    const look = { label: name, show: kind === "stacked" || !this.#hidden.has(name), stroke: () => this.#color(place) };
    if (kind === "line")
      return {
        ...look,
        width: 2,
        dash: [...(dashes[place] ?? [])],
        points: {
          size: 6,
          fill: () => this.#color(place),
          filter: (plot, at, isShown) => (isShown ? null : lonePlaces(plot.data[at] ?? [])),
        },
      };
    const step = this.#step(chart);
    const side = kind === "bars" ? series.length : 1;
    // few bars are no walls
    const share = step * barShare * (times ? 1 : Math.min(1, labels.length / minPlaces));
    const width = share / Math.max(1, side);
    const offset = (kind === "bars" ? place * width : 0) - share / 2;
    const bars = uPlot.paths.bars?.({
      disp: {
        x0: { unit: 1, values: () => this.#across(this.#chart ?? chart).map((at) => at + offset) },
        size: { unit: 1, values: () => [width] },
        ...(kind === "stacked"
          ? {
              y0: { unit: 1, values: () => this.#below(place) },
              y1: { unit: 1, values: () => this.#heights(this.#chart ?? chart)[place] ?? [] },
            }
          : {}),
      } as never,
    });
    return {
      ...look,
      width: 0,
      fill: () => this.#color(place),
      points: { show: false },
      ...(bars ? { paths: bars } : {}),
    };
  }

  /** Where the parts of a stack begin. */
  #below(place: number): Values {
    const chart = this.#chart;
    if (!chart) return [];
    const heights = this.#heights(chart);
    const values = chart.series[place]?.values ?? [];
    return (heights[place] ?? []).map((top, at) => (top === null ? 0 : top - Math.max(0, values[at] ?? 0)));
  }

  /** What lies at the pointer, or where the keys are. */
  #showValues(): void {
    const [plot, chart] = [this.#plot, this.#chart];
    const tooltip = this.querySelector<HTMLElement>(".atCursor");
    if (!plot || !chart || !tooltip) return;
    const { idx, left = -1 } = plot.cursor;
    const hasKeys = this.#canvas.matches(":focus");
    // other charts show the same time, their values only where the pointer is
    const isAt = idx !== null && idx !== undefined && left >= 0 && (hasKeys || plot.cursor.event != null);
    tooltip.ariaLive = hasKeys ? "polite" : "off";
    tooltip.classList.toggle("shown", isAt);
    if (!isAt) {
      render(html``, tooltip);
      return;
    }
    const lines = chart.series.flatMap(({ name, values }, place) => {
      const value = values[idx] ?? null;
      if (value === null || this.#hidden.has(name)) return [];
      return [
        html`<span class="series${place}"><span class="key" aria-hidden="true"></span>${name}: <b>${chart.format(value)}</b></span>`,
      ];
    });
    render(html`<span class="place">${chart.labels[idx] ?? ""}</span>${lines}`, tooltip);
    const isRight = left > plot.over.clientWidth / 2;
    const edge = plot.over.offsetLeft + left;
    tooltip.style.left = isRight ? "auto" : `${edge + 12}px`;
    tooltip.style.right = isRight ? `${this.clientWidth - edge + 12}px` : "auto";
    tooltip.style.top = `${this.#canvas.offsetTop + 8}px`;
  }

  #select(plot: uPlot): void {
    const select = this.#chart?.select;
    const { left, width } = plot.select;
    if (!select || width < minDrag) return;
    const [from, to] = [plot.posToIdx(left), plot.posToIdx(left + width)];
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    select(from, to);
  }

  #toggle(name: string): void {
    if (!this.#hidden.delete(name)) this.#hidden.add(name);
    this.#build();
    this.#draw();
  }

  #turnScale(): void {
    this.#isLog = !this.#isLog;
    this.#build();
    this.#draw();
  }

  #showWhole(): void {
    const [plot, chart] = [this.#plot, this.#chart];
    if (!plot || !chart) return;
    const [min, max] = this.#span(chart);
    plot.setScale("x", { min, max });
    this.#canvas.focus();
  }

  #leave(): void {
    this.#anchor = undefined;
    this.#plot?.setCursor({ left: -10, top: -10 });
    this.#plot?.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  /** Arrows go from place to place, with Shift they choose what Enter zooms into, Escape shows all. */
  #press(event: KeyboardEvent): void {
    const [plot, chart] = [this.#plot, this.#chart];
    if (!plot || !chart) return;
    const { key, shiftKey } = event;
    const across = plot.data[0];
    const [first, last] = [plot.valToIdx(plot.scales["x"]?.min ?? 0), plot.valToIdx(plot.scales["x"]?.max ?? 0)];
    const now = plot.cursor.idx ?? undefined;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: now === undefined ? last : now - 1,
      ArrowRight: now === undefined ? first : now + 1,
      Home: first,
      End: last,
    };
    const next = moves[key];
    if (next !== undefined) {
      const place = Math.min(last, Math.max(first, next));
      const left = plot.valToPos(across[place] ?? 0, "x");
      if (!shiftKey) this.#anchor = undefined;
      else this.#anchor ??= now ?? place;
      plot.setCursor({ left, top: 20 });
      const start = this.#anchor === undefined ? left : plot.valToPos(across[this.#anchor] ?? 0, "x");
      plot.setSelect(
        { left: Math.min(left, start), width: Math.abs(left - start), top: 0, height: plot.over.clientHeight },
        false,
      );
    } else if (key === "Enter" && this.#anchor !== undefined && now !== undefined && this.#anchor !== now) {
      const [from, to] = [Math.min(this.#anchor, now), Math.max(this.#anchor, now)];
      this.#leave();
      if (chart.select) chart.select(from, to);
      else plot.setScale("x", { min: across[from] ?? 0, max: across[to] ?? 0 });
    } else if (key === "Escape") {
      this.#leave();
      this.#showWhole();
    } else return;
    event.preventDefault();
  }
}

/** Places whose neighbors have no value: no line leads to them. */
const lonePlaces = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values).flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  );

const wholeSteps = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((leading) => leading * 10 ** power)).flat();

/** As much room beside a chart as its longest amount needs. */
function sizeBeside(plot: uPlot, values: readonly string[] | null, place: number, round: number): number {
  const axis = plot.axes[place] as (uPlot.Axis & { _size?: number; font?: string[] }) | undefined;
  if (round > 1 && axis?._size !== undefined) return axis._size;
  const [maxLength] = [...(values ?? [])].sort((one, other) => other.length - one.length);
  const font = axis?.font?.[0];
  if (font) plot.ctx.font = font;
  return Math.ceil(plot.ctx.measureText(maxLength ?? "").width / devicePixelRatio) + 16;
}

const tag = "series-chart";
// renderers of notebooks share one page
if (!customElements.get(tag)) customElements.define(tag, SeriesChartElement);

declare global {
  interface HTMLElementTagNameMap {
    "series-chart": SeriesChartElement;
  }
}

/**
 * The chart as an element; its values stand in a table beside it, made by the page.
 * @param shown one that was made before, for the same with other values: its scale and what is hidden stay
 */
export function seriesChart(chart: SeriesChart, shown = document.createElement(tag)): SeriesChartElement {
  shown.chart = chart;
  return shown;
}
