import { joinSentences } from "../../text/joining";
import "../shared/page.css";
import "uplot/dist/uPlot.min.css";
import "../shared/seriesChart.css";
import "./nodeLogs.css";
import { host, openChannel } from "../shared/channel";
import { button, submitButton, textField } from "../shared/controls";
import { dataTable, seriesTable } from "../shared/dataTable";
import { element, link, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { numberOnChart } from "../shared/resultCells";
import { seriesChart } from "../shared/seriesChart";
import type { SeriesChart } from "../shared/seriesGeometry";
import { storyView } from "../shared/story";
import type { LogsAnswer, LogsContent, LogTable, NodeLogsProtocol, NodeLogsStart } from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as NodeLogsStart;
const { texts } = start;
const saved = host.getState() as LogsContent | undefined;
let content: LogsContent = saved ?? start.content;
let asked: number | undefined;
let shown: LogsContent["range"];

const problem = element("p", { class: "problem", role: "alert", hidden: true });
const status = element("p", { class: "muted", role: "status" });
const body = element("div", {});
const from = textField(texts.from, { type: "datetime-local", step: 1 });
const to = textField(texts.to, { type: "datetime-local", step: 1 });
const cancel = button(texts.cancel, () => {
  if (asked !== undefined) channel.stop(asked);
});

const number = (value: number): string => numberOnChart(value, pageLanguage());
/** A time as the node wrote it. */
const written = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");
const typed = (text: string): number => Date.parse(`${text}Z`);

const ranges = element(
  "form",
  {
    class: "toolbar",
    onsubmit: (event) => {
      event.preventDefault();
      const [first, last] = [typed(from.value), typed(to.value)];
      if (!Number.isNaN(first) && !Number.isNaN(last))
        choose({ from: Math.min(first, last), to: Math.max(first, last) });
    },
  },
  from,
  "–",
  to,
  submitButton(texts.show),
  button(texts.all, () => choose(undefined)),
  button(texts.charts, () => {
    if (shown) channel.say("charts", shown);
  }),
  cancel,
);

function choose(range: LogsContent["range"]): void {
  const { paths, title } = content;
  content = { paths, title, ...(range ? { range } : {}) };
  host.setState(content);
  ask();
}

function valuesTable(chart: Pick<SeriesChart, "labels" | "series">): HTMLElement {
  return element("details", {}, element("summary", {}, texts.values), seriesTable(chart, texts.time, number));
}

function chartSection(
  id: string,
  name: string,
  chart: Pick<SeriesChart, "kind" | "labels" | "times" | "series" | "select">,
): HTMLElement {
  const { labels } = chart;
  const spoken = fill(texts.spoken, name, labels[0] ?? "", labels.at(-1) ?? "", labels.length);
  return element(
    "section",
    { class: `chart ${id}` },
    element("h2", {}, name),
    seriesChart({ ...chart, zone: "UTC", language: pageLanguage(), format: number, spoken, texts }),
    valuesTable(chart),
  );
}

function charts({ range, step, points, stages }: LogsAnswer): HTMLElement[] {
  if (!range || points.length === 0) return [];
  const first = points[0]?.time ?? 0;
  const count = Math.round(((points.at(-1)?.time ?? first) - first) / step) + 1;
  const known = new Map(points.map((point) => [point.time, point]));
  const times = Array.from({ length: count }, (_, place) => first + place * step);
  const each = (value: (point: LogsAnswer["points"][number]) => number | null): (number | null)[] =>
    times.map((time) => {
      const point = known.get(time);
      return point ? value(point) : null;
    });
  const labels = times.map(written);
  const select = (one: number, other: number): void =>
    choose({ from: times[one] ?? first, to: (times[other] ?? first) + step });
  return [
    chartSection("stages", texts.perStage, {
      kind: "stacked",
      labels,
      times,
      series: stages.map((name, place) => ({ name, values: each((point) => point.stages[place] ?? null) })),
      select,
    }),
    chartSection("longest", texts.maxMs, {
      kind: "line",
      labels,
      times,
      series: [{ name: texts.maxMs, values: each(({ maxMs }) => maxMs) }],
      select,
    }),
    chartSection("transactions", texts.transactionsAndFailures, {
      kind: "bars",
      labels,
      times,
      series: [
        { name: texts.transactions, values: each(({ transactions }) => transactions) },
        { name: texts.failed, values: each(({ failed }) => failed) },
      ],
      select,
    }),
  ];
}

/** What is shorter stands in one line: a moment, a node, most reasons. */
const maxShortCell = 34;

function tableSection({ id, title, heads, lines }: LogTable): HTMLElement {
  const hasLines = lines.some(({ at }) => at);
  const rows = lines.map(({ cells, at }) =>
    element(
      "tr",
      {},
      cells.map((cell) => element("td", cell.length <= maxShortCell ? { class: "short" } : {}, cell)),
      hasLines && element("td", {}, at && link(texts.showLine, () => channel.say("open", at))),
    ),
  );
  const table = dataTable([...heads, ...(hasLines ? [element("td", {})] : [])], rows);
  return element("section", { class: `list ${id}` }, element("h2", {}, title), table);
}

function show(answer: LogsAnswer): void {
  // where no line lies in it, what was asked for
  shown = answer.range ?? content.range;
  if (shown) {
    from.value = new Date(shown.from).toISOString().slice(0, 19);
    to.value = new Date(shown.to).toISOString().slice(0, 19);
  }
  setText(status, answer.points.length === 0 ? "" : texts.zoomHint);
  replaceChildren(
    body,
    storyView(answer.story),
    answer.summary.map((line) => element("p", { class: "summary" }, line)),
    answer.points.length === 0 && answer.tables.length === 0 ? element("p", {}, texts.none) : undefined,
    element("div", { class: "charts" }, charts(answer)),
    answer.tables.map(tableSection),
  );
}

function waits(id: number | undefined): void {
  asked = id;
  cancel.hidden = id === undefined;
}

function ask(): void {
  if (asked !== undefined) channel.cancel(asked);
  problem.hidden = true;
  setText(status, fill(texts.reading, 0));
  waits(
    channel.ask(
      "logs",
      content.range ?? null,
      (answer) => {
        waits(undefined);
        show(answer);
      },
      ({ message, advice }) => {
        waits(undefined);
        setText(status, "");
        problem.hidden = false;
        setText(problem, joinSentences(message, advice));
      },
      () => {
        waits(undefined);
        setText(status, texts.canceled);
      },
    ),
  );
}

document.body.append(
  element("header", {}, element("h1", {}, texts.heading), element("span", { class: "muted" }, content.title)),
  ranges,
  problem,
  status,
  body,
);
const channel = openChannel<NodeLogsProtocol>({
  read: (megabytes) => {
    if (asked !== undefined) setText(status, fill(texts.reading, number(megabytes)));
  },
  range: choose,
});
host.setState(content);
waits(undefined);
ask();
