import { dateTimeText, zoneOffsetMs } from "../../text/formats";
import { joinSentences } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import { typedTime } from "../../text/typedTime";
import { dayMs, hourMs, minuteMs } from "../../time/units";
import "../shared/page.css";
import "uplot/dist/uPlot.min.css";
import "../shared/seriesChart.css";
import "./charts.css";
import { host, openChannel } from "../shared/channel";
import { button, choice, offer, submitButton, textField } from "../shared/controls";
import { element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { storyView } from "../shared/story";
import { type ChartsContext, chartSections } from "./chartSections";
import type {
  ChartsAnswer,
  ChartsProtocol,
  ChartsStart,
  ChartsState,
  ChosenRange,
  Comparison,
  TimeRange,
} from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as ChartsStart;
const { texts, groupId, title } = start;
const language = pageLanguage();
const saved = host.getState() as ChartsState | undefined;
const lengths = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
/** Charts follow their index, no more often than a reader can see. */
const restMs = 2000;
/** A shorter range says nothing. */
const shortestMs = 10_000;

let chosen: ChosenRange = saved?.chosen ?? start.chosen ?? "all";
let compared: Comparison = saved?.compared ?? "none";
/** Whose blocks are drawn; empty for those of all. */
let sealer = saved?.sealer ?? "";
/** Of all that the index has, and what is shown of it. */
let all: TimeRange | undefined;
let shown: TimeRange | undefined;
let asking = false;
let again = false;

const problem = element("p", { class: "problem", role: "alert", hidden: true });
const body = element("div", { class: "charts" });
const about = element("p", { class: "muted", role: "status" });
const shortcuts = element("span", { class: "bar", role: "group", "aria-label": texts.range });
const from = textField(texts.from, { type: "datetime-local" });
const to = textField(texts.to, { type: "datetime-local" });
const comparison = choice(
  texts.compare,
  [
    ["none", texts.compareNone],
    ["range", texts.compareRange],
    ["day", texts.compareDay],
    ["week", texts.compareWeek],
  ],
  compared,
  (value) => {
    compared = value as Comparison;
    save();
    ask();
  },
);
const sealers = choice(texts.sealedBy, [], sealer, (value) => {
  sealer = value;
  save();
  ask();
});

/** The sealers of the range, and the one that was chosen, which may have sealed nothing in it. */
function offerSealers(found: NonNullable<ChartsAnswer["charts"]["sealers"]>): void {
  const offered = found.map(({ node, name }) => [node, name ?? shortHex(node)] as const);
  if (sealer !== "" && found.every(({ node }) => node !== sealer)) offered.push([sealer, shortHex(sealer)]);
  offer(sealers, [["", texts.everySealer], ...offered], sealer);
}

/** What is chosen, though its charts may be still to come; or what is shown of all. */
const current = (): TimeRange | undefined => wanted() ?? shown;

/** The range, made longer, shorter, or moved. */
function turned(change: (range: TimeRange, length: number) => TimeRange): void {
  const range = current();
  if (!range) return;
  const { from: first, to: last } = change(range, Math.max(shortestMs, range.to - range.from));
  choose({ from: Math.round(first), to: Math.round(Math.max(last, first + shortestMs)) });
}

const ranges = element(
  "form",
  {
    class: "toolbar",
    onsubmit: (event) => {
      event.preventDefault();
      const [first, last] = [from, to].map(({ value }) => typedTime(value) ?? Number.NaN) as [number, number];
      if (!Number.isNaN(first) && !Number.isNaN(last))
        choose({ from: Math.min(first, last), to: Math.max(first, last) });
    },
  },
  shortcuts,
  element("span", { class: "bar" }, from, "–", to, submitButton(texts.show)),
  element(
    "span",
    { class: "bar" },
    button(texts.earlier, () =>
      turned((range, length) => ({ from: range.from - length / 2, to: range.to - length / 2 })),
    ),
    button(texts.later, () =>
      turned((range, length) => ({ from: range.from + length / 2, to: range.to + length / 2 })),
    ),
    button(texts.zoomIn, () =>
      turned((range, length) => ({ from: range.from + length / 4, to: range.to - length / 4 })),
    ),
    button(texts.zoomOut, () =>
      turned((range, length) => ({ from: range.from - length / 2, to: range.to + length / 2 })),
    ),
  ),
  element("label", {}, texts.compare, " ", comparison),
  element("label", {}, texts.sealedBy, " ", sealers),
  button(texts.logs, () => {
    const range = current();
    if (range) channel.say("logs", range);
  }),
);

function stepText(step: number): string {
  if (step < minuteMs) return fill(texts.seconds, step / 1000);
  if (step < hourMs) return fill(texts.minutes, step / minuteMs);
  return step < dayMs ? fill(texts.hours, step / hourMs) : fill(texts.days, step / dayMs);
}

/** A time as the field takes it: of the person's zone, to the minute. */
function fieldTime(time: number): string {
  const local = new Date(time + zoneOffsetMs(time));
  return Number.isNaN(local.valueOf()) ? "" : local.toISOString().slice(0, 16);
}

function save(): void {
  host.setState({ groupId, title, chosen, compared, sealer } satisfies ChartsState);
}

function choose(next: ChosenRange): void {
  chosen = next;
  save();
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

const context: ChartsContext = {
  texts,
  unfolded: new Set(),
  drawn: new Map(),
  zoom: (range) => choose(range),
};

function showCharts(answer: ChartsAnswer): void {
  const { range, step, points, observed = [] } = answer.charts;
  ranges.hidden = false;
  shown = range;
  if (!range || (points.length === 0 && observed.length === 0 && chosen === "all")) {
    replaceChildren(body);
    setText(about, texts.empty);
    return;
  }
  if (document.activeElement !== from && document.activeElement !== to) {
    from.value = fieldTime(range.from);
    to.value = fieldTime(range.to);
  }
  if (document.activeElement !== sealers) offerSealers(answer.charts.sealers ?? []);
  const every = fill(texts.every, dateTimeText(range.from, language), dateTimeText(range.to, language), stepText(step));
  replaceChildren(about, element("span", {}, every), element("span", {}, texts.zoomHint));
  const focused = document.activeElement;
  replaceChildren(
    body,
    answer.story && storyView(answer.story),
    chartSections(context, answer),
    observed.length === 0 ? element("p", { class: "muted" }, texts.observedNote) : undefined,
  );
  // charts stay, and are drawn again
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
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
    { range: wanted(), compared, sealer },
    (answer) => {
      problem.hidden = true;
      const isFirst = all === undefined && chosen !== "all" && typeof chosen !== "object";
      all = answer?.charts.all;
      // a range that is told from the end is asked for when that is known
      if (isFirst && all) again = true;
      if (answer) showCharts(answer);
      else showNone();
      over();
    },
    ({ message, advice }) => {
      problem.hidden = false;
      setText(problem, joinSentences(message, advice));
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
  range: choose,
  changed: () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      ask();
    }, restMs);
  },
});
save();
ask();
