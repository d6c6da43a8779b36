import uPlot from "uplot";
import { chosenTimeZone } from "../../text/formats";
import { visibleText } from "../../text/visibleText";
import { amountNames, namedPlaces, placeNames, timeNames } from "./chartAxes";
import { html, render } from "./html";
import {
  amountRange,
  belowOf,
  isWholeNumbers,
  lonePlaces,
  placesAcross,
  type SeriesChart,
  seriesHeights,
  sizeBeside,
  spanOf,
  stepOf,
  wholeSteps,
} from "./seriesGeometry";

/** What is drawn of it. */
const height = 220;
/** How much of its place a bar, or bars side by side, take. */
const barShare = 0.8;
/** Bars that stand side by side become no wider than if there were so many. */
const minPlaces = 12;
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3]];
/** A pointer that moved less chose nothing. */
const minDrag = 5;

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

  #data(chart: SeriesChart): uPlot.AlignedData {
    return [placesAcross(chart), ...seriesHeights(chart, this.#hidden)];
  }

  /** Whether all that there is is shown. */
  #isWhole(): boolean {
    const plot = this.#plot;
    const { min, max } = plot?.scales["x"] ?? {};
    if (!plot || !this.#chart || min === undefined || max === undefined) return true;
    const [low, high] = spanOf(this.#chart);
    return min <= low && max >= high;
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
          range: (_, min, max) => amountRange(this.#isLog, min, max),
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
                  namedPlaces(
                    this.#labels(),
                    min,
                    max,
                    plot.bbox.width / devicePixelRatio,
                    plot.bbox.left / devicePixelRatio,
                  ),
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
          ...(isWholeNumbers(chart) && !this.#isLog ? { incrs: wholeSteps } : {}),
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

  #font(): string {
    const { fontFamily } = getComputedStyle(this);
    return `11px ${fontFamily || "sans-serif"}`;
  }

  #rangeAcross(plot: uPlot, min: number, max: number): [number, number] {
    const chart = this.#chart;
    if (!chart) return [min, max];
    const [low, high] = spanOf(chart);
    const across = plot.data[0];
    // all of it, as when it is drawn first
    if (min === across[0] && max === across.at(-1)) return [low, high];
    return [Math.max(low, min), Math.min(high, max)];
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
    const step = stepOf(chart);
    const side = kind === "bars" ? series.length : 1;
    // few bars are no walls
    const share = step * barShare * (times ? 1 : Math.min(1, labels.length / minPlaces));
    const width = share / Math.max(1, side);
    const offset = (kind === "bars" ? place * width : 0) - share / 2;
    const bars = uPlot.paths.bars?.({
      disp: {
        x0: { unit: 1, values: () => placesAcross(this.#chart ?? chart).map((at) => at + offset) },
        size: { unit: 1, values: () => [width] },
        ...(kind === "stacked"
          ? {
              y0: { unit: 1, values: () => belowOf(this.#chart ?? chart, place, this.#hidden) },
              y1: { unit: 1, values: () => seriesHeights(this.#chart ?? chart, this.#hidden)[place] ?? [] },
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
    const [min, max] = spanOf(chart);
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
