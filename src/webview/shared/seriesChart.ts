import { drawing, element, setText } from "./dom";

/** Values over places in a row, such as intervals of time. */
export interface SeriesChart {
  /** `stacked`: bars of all series, one on the other; none is below 0. */
  readonly kind: "bars" | "line" | "stacked";
  /** What stands below each place. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** A value as people read it. */
  readonly format: (value: number) => string;
  /** The chart in a sentence. */
  readonly spoken: string;
  /** Told two places, in their order, between which a pointer was drawn. */
  readonly select?: (from: number, to: number) => void;
}

/** Units of the drawing, which is stretched to its place. */
const [width, height] = [1000, 240];
/** Labels below the chart, the outer ones at its edges. */
const mostLabels = 3;

/** The next of 1, 2, 5, 10 … above a value: what an axis ends with. */
function roundAbove(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const leading = value / power;
  return (leading <= 1 ? 1 : leading <= 2 ? 2 : leading <= 5 ? 5 : 10) * power;
}

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly at: (value: number) => number;
}

/** All series together, at each place. */
function sums(series: SeriesChart["series"]): { readonly values: readonly number[] } {
  const places = Math.max(0, ...series.map(({ values }) => values.length));
  const sumAt = (place: number): number => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0);
  return { values: Array.from({ length: places }, (_, place) => sumAt(place)) };
}

function scaleOf({ series, kind }: SeriesChart): Scale {
  let [low, high] = [0, 0];
  for (const { values } of kind === "stacked" ? [sums(series)] : series)
    for (const value of values)
      if (value !== null && Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const top = high > 0 || low === 0 ? roundAbove(high) : 0;
  const bottom = low < 0 ? -roundAbove(-low) : 0;
  return { low: bottom, high: top, at: (value) => height - ((value - bottom) / (top - bottom)) * height };
}

const tip = (chart: SeriesChart, place: number, name: string, value: number): string =>
  `${chart.labels[place] ?? ""}\n${name}: ${chart.format(value)}`;

function bars(chart: SeriesChart, scale: Scale): SVGElement[] {
  const { series, labels } = chart;
  const room = width / Math.max(1, labels.length);
  const each = (room * 0.8) / Math.max(1, series.length);
  return series.flatMap(({ name, values }, place) =>
    values.flatMap((value, at) => {
      if (value === null || !Number.isFinite(value)) return [];
      const [top, bottom] = [scale.at(Math.max(0, value)), scale.at(Math.min(0, value))];
      const x = at * room + room * 0.1 + place * each;
      const shape = { x, y: top, width: each, height: Math.max(value === 0 ? 0 : 1, bottom - top) };
      return drawing("rect", { class: `series${place}`, ...shape }, drawing("title", {}, tip(chart, at, name, value)));
    }),
  );
}

function stacks(chart: SeriesChart, scale: Scale): SVGElement[] {
  const { series, labels } = chart;
  const room = width / Math.max(1, labels.length);
  return labels.flatMap((_, at) => {
    let below = 0;
    return series.flatMap(({ name, values }, place) => {
      const value = values[at] ?? null;
      if (value === null || !(value > 0)) return [];
      const y = scale.at(below + value);
      const shape = { x: at * room + room * 0.1, y, width: room * 0.8, height: scale.at(below) - y };
      below += value;
      return drawing("rect", { class: `series${place}`, ...shape }, drawing("title", {}, tip(chart, at, name, value)));
    });
  });
}

function lines(chart: SeriesChart, scale: Scale): SVGElement[] {
  const { series, labels } = chart;
  const room = width / Math.max(1, labels.length);
  return series.flatMap(({ name, values }, place) => {
    const points = values.flatMap((value, at) =>
      value === null || !Number.isFinite(value) ? [] : [{ x: (at + 0.5) * room, y: scale.at(value), at, value }],
    );
    const path = points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    return [
      drawing("path", { class: `line series${place}`, d: path, "vector-effect": "non-scaling-stroke" }),
      // what a pointer rests on is as wide as its place
      ...points.map(({ x, at, value }) =>
        drawing(
          "rect",
          { class: "touch", x: x - room / 2, y: 0, width: room, height },
          drawing("title", {}, tip(chart, at, name, value)),
        ),
      ),
      ...(points.length === 1 && points[0]
        ? [drawing("rect", { class: `series${place}`, x: points[0].x - 3, y: points[0].y - 3, width: 6, height: 6 })]
        : []),
    ];
  });
}

/** Places whose label stands below the chart. */
function labelled(count: number): number[] {
  if (count <= mostLabels) return Array.from({ length: count }, (_, place) => place);
  return Array.from({ length: mostLabels }, (_, place) => Math.round((place * (count - 1)) / (mostLabels - 1)));
}

/** Lets a pointer draw over a part of the chart; the page has the same for keys. */
function selectable(svg: SVGElement, count: number, select: (from: number, to: number) => void): void {
  const shade = drawing("rect", { class: "chosen", x: 0, y: 0, width: 0, height });
  svg.append(shade);
  svg.classList.add("selectable");
  let began: number | undefined;
  const placeOf = (event: PointerEvent): number => {
    const { left, width: wide } = svg.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / Math.max(1, wide)) * count)));
  };
  const between = (place: number): [number, number] => [
    Math.min(began ?? place, place),
    Math.max(began ?? place, place),
  ];
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    began = placeOf(event);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (began === undefined) return;
    const [from, to] = between(placeOf(event));
    shade.setAttribute("x", String((from * width) / count));
    shade.setAttribute("width", String(((to - from + 1) * width) / count));
  });
  const end = (event: PointerEvent): void => {
    shade.setAttribute("width", "0");
    const [from, to] = between(placeOf(event));
    const isDrawn = began !== undefined && event.type === "pointerup" && to > from;
    began = undefined;
    if (isDrawn) select(from, to);
  };
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);
}

/**
 * A chart as a drawing that takes the editor's colors; its values stand in a table beside it, made by the page.
 */
export function seriesChart(chart: SeriesChart): HTMLElement {
  const scale = scaleOf(chart);
  const drawn = { bars, line: lines, stacked: stacks }[chart.kind](chart, scale);
  const zero = scale.at(0);
  const axis = drawing("line", {
    class: "axis",
    x1: 0,
    x2: width,
    y1: zero,
    y2: zero,
    "vector-effect": "non-scaling-stroke",
  });
  const legend = element(
    "ul",
    { class: "legend" },
    chart.series.map(({ name }, place) =>
      element("li", { class: `series${place}` }, element("span", { class: "key", "aria-hidden": "true" }), name),
    ),
  );
  const below = element(
    "div",
    { class: "places muted", "aria-hidden": "true" },
    labelled(chart.labels.length).map((place) => element("span", {}, chart.labels[place] ?? "")),
  );
  const svg = drawing(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": chart.spoken },
    ...drawn,
    axis,
  );
  if (chart.select) selectable(svg, chart.labels.length, chart.select);
  const [top, bottom] = [element("span", {}), element("span", {})];
  setText(top, chart.format(scale.high));
  setText(bottom, chart.format(scale.low));
  return element(
    "figure",
    { class: "seriesChart" },
    legend,
    element(
      "div",
      { class: "plot" },
      element("div", { class: "scale muted", "aria-hidden": "true" }, top, bottom),
      svg,
    ),
    below,
  );
}
