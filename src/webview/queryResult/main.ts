import { numberText } from "../../text/formats";
import { joinSentences } from "../../text/joining";
import "../shared/page.css";
import "uplot/dist/uPlot.min.css";
import "../shared/seriesChart.css";
import "./queryResult.css";
import { host, openChannel } from "../shared/channel";
import { button, textField } from "../shared/controls";
import { element, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { pastedCell } from "../shared/resultCells";
import { ChartForm } from "./chartForm";
import type { ChartChoice, QueryResultProtocol, QueryResultStart, QueryResultState, ShownQuery } from "./messages";
import { ResultGrid } from "./resultGrid";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as QueryResultStart;
const { texts } = start;
const language = pageLanguage();
const saved = host.getState() as QueryResultState | undefined;
const number = (value: number): string => numberText(value, language);
let content = start.content;
let choice: ChartChoice | undefined = saved?.chart;
/** The question that is waited for. */
let asked: number | undefined;

const title = element("h1", {}, content.name);
const place = element("span", { class: "muted" }, content.place);
const status = element("span", { class: "muted", role: "status" });
const problem = element("p", { class: "problem", role: "alert", hidden: true });
const query = element("pre", { class: "query" });
const cancel = button(texts.cancel, () => {
  if (asked !== undefined) channel.stop(asked);
});
const again = button(texts.again, () => ask());
const finder = textField(texts.find, {
  type: "search",
  class: "find",
  placeholder: texts.find,
  oninput: () => grid.find(finder.value),
});
const chart = new ChartForm(texts, choice, (chosen) => {
  choice = chosen;
  save();
});
const grid = new ResultGrid(
  texts,
  (what) => channel.say("open", what),
  () => {
    chart.show(grid.result, grid.rows);
    count();
  },
);

function save(): void {
  host.setState({ content, ...(choice ? { chart: choice } : {}) } satisfies QueryResultState);
}

function count(): void {
  const { rows, more, milliseconds, columns } = grid.result;
  if (columns.length === 0) return;
  const all = fill(more ? texts.more : texts.rows, number(rows.length), number(milliseconds));
  const some =
    grid.rows.length === rows.length ? "" : ` · ${fill(texts.found, number(grid.rows.length), number(rows.length))}`;
  setText(status, `${all}${some}`);
}

function waits(id: number | undefined): void {
  asked = id;
  cancel.hidden = id === undefined;
  again.hidden = id !== undefined;
}

function showProblem(text: string): void {
  problem.hidden = text === "";
  setText(problem, text);
}

function ask(): void {
  if (asked !== undefined) channel.cancel(asked);
  showProblem("");
  setText(status, texts.running);
  const id: number = channel.ask(
    "result",
    null,
    (result) => {
      waits(undefined);
      grid.show(result);
    },
    ({ message, advice }) => {
      waits(undefined);
      setText(status, "");
      showProblem(joinSentences(message, advice));
    },
    () => {
      waits(undefined);
      setText(status, texts.canceled);
    },
  );
  waits(id);
}

function show(next: ShownQuery): void {
  content = next;
  setText(title, content.name);
  setText(place, content.place);
  const values = Object.entries(content.parameters).map(([name, value]) => `:${name} = ${value}`);
  setText(query, [content.sql.trim(), ...values].join("\n"));
  save();
  ask();
}

/** What is left of the result, with a line of names, for a spreadsheet. */
function copied(): string {
  const { columns } = grid.result;
  const lines = grid.rows.map((row) =>
    row.map((value, at) => pastedCell(value, columns[at] ?? { name: "" }, language)),
  );
  return [columns.map(({ name }) => name), ...lines].map((line) => line.join("\t")).join("\n");
}

document.body.append(
  element("header", {}, title, place),
  element("details", { class: "sql" }, element("summary", {}, "SQL"), query),
  element(
    "div",
    { class: "toolbar" },
    again,
    cancel,
    button(texts.copy, () => channel.say("copy", copied())),
    button(texts.addToNotebook, () => channel.say("keep", choice?.kind ?? "none")),
    button(texts.exportCsv, () => channel.say("save", "csv")),
    button(texts.exportJsonLines, () => channel.say("save", "jsonl")),
    button(texts.exportParquet, () => channel.say("save", "parquet")),
    finder,
  ),
  problem,
  status,
  chart.element,
  grid.element,
  grid.pages,
);
waits(undefined);
grid.pages.hidden = true;
const channel = openChannel<QueryResultProtocol>({ run: show });
