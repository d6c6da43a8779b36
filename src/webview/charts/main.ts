import { languageOf } from "../../text/catalogue";
import { dateTimeText, numberText } from "../../text/formats";
import { dayMs, hourMs, minuteMs } from "../../time/units";
import "../shared/page.css";
import "../shared/seriesChart.css";
import "./charts.css";
import { openChannel } from "../shared/channel";
import { button, element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { host } from "../shared/host";
import { seriesChart } from "../shared/seriesChart";
import type { ChartsAnswer, ChartsProtocol, ChartsStart, ChartsState, ChosenRange, TimeRange } from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as ChartsStart;
const { texts, groupId, title } = start;
const language = languageOf(start.locale);
const saved = host.getState() as ChartsState | undefined;
const lengths = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
/** Charts follow their index, no more often than a reader can see. */
const restMs = 2000;

let chosen: ChosenRange = saved?.chosen ?? "all";
/** Of all that the index has. */
let all: TimeRange | undefined;
let asking = false;
let again = false;
/** Which tables are unfolded. */
const unfolded = new Set<string>();

const problem = element("p", { class: "problem", role: "alert", hidden: true });
const body = element("div", { class: "charts" });
const about = element("p", { class: "muted", role: "status" });
const shortcuts = element("span", { class: "shortcuts", role: "group", "aria-label": texts.range });
const from = element("input", { type: "datetime-local", "aria-label": texts.from });
const to = element("input", { type: "datetime-local", "aria-label": texts.to });
const ranges = element(
  "form",
  {
    class: "toolbar",
    onsubmit: (event) => {
      event.preventDefault();
      const [first, last] = [Date.parse(from.value), Date.parse(to.value)];
      if (!Number.isNaN(first) && !Number.isNaN(last))
        choose({ from: Math.min(first, last), to: Math.max(first, last) });
    },
  },
  shortcuts,
  from,
  "–",
  to,
  element("button", { type: "submit" }, texts.show),
);

const number = (value: number): string =>
  numberText(Number.isInteger(value) ? value : Number(value.toPrecision(4)), language);

function stepText(step: number): string {
  if (step < minuteMs) return fill(texts.seconds, step / 1000);
  if (step < hourMs) return fill(texts.minutes, step / minuteMs);
  return step < dayMs ? fill(texts.hours, step / hourMs) : fill(texts.days, step / dayMs);
}

/** A time as the field takes it: local, to the minute. */
function fieldTime(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * minuteMs);
  return local.toISOString().slice(0, 16);
}

function choose(next: ChosenRange): void {
  chosen = next;
  host.setState({ groupId, title, chosen } satisfies ChartsState);
  drawShortcuts();
  ask();
}

function drawShortcuts(): void {
  replaceChildren(
    shortcuts,
    (["all", "month", "week", "day", "hour"] as const).map((name) =>
      button(texts[name], () => choose(name), { "aria-pressed": String(chosen === name) }),
    ),
  );
}

/** What is asked for: the last of it counts from the last block, whose time a clock here needn't know. */
function wanted(): TimeRange | null {
  if (chosen === "all") return null;
  if (typeof chosen === "object") return chosen;
  return all ? { from: all.to - lengths[chosen], to: all.to } : null;
}

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** A chart with a table of its values. */
function chart(
  id: string,
  name: string,
  kind: "bars" | "line",
  times: readonly number[],
  series: readonly Series[],
): HTMLElement {
  const at = (time: number | undefined): string => dateTimeText(time ?? 0, language);
  const labels = times.map(at);
  const heads = [texts.time, ...series.map((each) => each.name)].map((text) => element("th", { scope: "col" }, text));
  const rows = times.flatMap((_, place) => {
    const values = series.map((each) => each.values[place] ?? null);
    if (values.every((value) => value === null)) return [];
    return [
      element(
        "tr",
        {},
        element("td", {}, labels[place] ?? ""),
        values.map((value) => element("td", { class: "number" }, value === null ? "" : number(value))),
      ),
    ];
  });
  const table = element(
    "details",
    { ...(unfolded.has(id) ? { open: true } : {}) },
    element("summary", {}, texts.values),
    element(
      "div",
      { class: "scroll values" },
      element("table", {}, element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows)),
    ),
  );
  table.addEventListener("toggle", () => {
    if (table.open) unfolded.add(id);
    else unfolded.delete(id);
  });
  const spoken = fill(texts.spoken, name, labels[0] ?? "", labels.at(-1) ?? "", times.length);
  return element(
    "section",
    { class: `chart ${id}` },
    element("h2", {}, name),
    seriesChart({ kind, labels, series, format: number, spoken }),
    table,
  );
}

function showCharts({ range, step, points }: ChartsAnswer): void {
  ranges.hidden = false;
  if (!range || points.length === 0) {
    replaceChildren(body);
    setText(about, texts.empty);
    return;
  }
  if (document.activeElement !== from && document.activeElement !== to) {
    from.value = fieldTime(range.from);
    to.value = fieldTime(range.to);
  }
  setText(
    about,
    fill(texts.every, dateTimeText(range.from, language), dateTimeText(range.to, language), stepText(step)),
  );
  const known = new Map(points.map((point) => [point.time, point]));
  const times: number[] = [];
  const last = points.at(-1)?.time ?? 0;
  for (let time = points[0]?.time ?? 0; time <= last; time += step) times.push(time);
  type Point = ChartsAnswer["points"][number];
  const each = (value: (point: Point) => number | null, without: number | null): (number | null)[] =>
    times.map((time) => {
      const point = known.get(time);
      return point ? value(point) : without;
    });
  const seconds = (value: number | null): number | null => (value === null ? null : value / 1000);
  replaceChildren(
    body,
    chart("transactions", texts.transactionsAndFailures, "bars", times, [
      { name: texts.transactions, values: each((point) => point.transactions, 0) },
      { name: texts.failed, values: each((point) => point.failed, 0) },
    ]),
    chart("interval", texts.interval, "line", times, [
      { name: texts.average, values: each((point) => seconds(point.interval), null) },
      { name: texts.longest, values: each((point) => seconds(point.longest), null) },
    ]),
    chart("perBlock", texts.perBlock, "line", times, [
      { name: texts.perBlock, values: each((point) => point.transactions / Math.max(1, point.blocks), null) },
    ]),
    chart("gas", texts.gas, "bars", times, [{ name: texts.gas, values: each((point) => point.gas, 0) }]),
  );
}

function showNone(): void {
  ranges.hidden = true;
  setText(about, "");
  replaceChildren(
    body,
    element("p", {}, texts.noIndex),
    button(texts.makeIndex, () => channel.say("index", null), { class: "primary" }),
  );
}

function ask(): void {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  const over = (): void => {
    asking = false;
    if (again) {
      again = false;
      ask();
    }
  };
  channel.ask(
    "charts",
    wanted(),
    (answer) => {
      problem.hidden = true;
      const isFirst = all === undefined && chosen !== "all" && typeof chosen !== "object";
      all = answer?.all;
      // a range that is told from the end is asked for when that is known
      if (isFirst && all) again = true;
      if (answer) showCharts(answer);
      else showNone();
      over();
    },
    ({ message, advice }) => {
      problem.hidden = false;
      setText(problem, `${message} ${advice}`.trim());
      over();
    },
    over,
  );
}

document.body.append(
  element("header", {}, element("h1", {}, texts.heading), element("span", { class: "muted" }, title)),
  ranges,
  problem,
  about,
  body,
);
ranges.hidden = true;
drawShortcuts();
let waiting = false;
const channel = openChannel<ChartsProtocol>({
  changed: () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      ask();
    }, restMs);
  },
});
host.setState({ groupId, title, chosen } satisfies ChartsState);
ask();
