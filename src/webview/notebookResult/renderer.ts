import plotStyle from "uplot/dist/uPlot.min.css" with { type: "text" };
import { languageOf } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { element, link, tableOf } from "../shared/dom";
import { cellText, maxCellLength } from "../shared/resultCells";
import { resultChart, usualChoice } from "../shared/resultChart";
import chartStyle from "../shared/seriesChart.css" with { type: "text" };
import type { RequestResult, ResultField, ResultMessage, ResultRows } from "./messages";
import style from "./notebookResult.css" with { type: "text" };

/** What VS Code hands to the renderer of a notebook's output. */
interface RendererContext {
  postMessage?(message: ResultMessage): void;
}

interface OutputItem {
  json(): unknown;
}

/** Hashes, addresses and node IDs, which can be followed. */
const followed = /\b0x[0-9a-fA-F]{64}\b|\b0x[0-9a-fA-F]{40}\b|\b(?:0x)?[0-9a-fA-F]{128}\b/g;

type Followed<Message> = Message extends ResultMessage ? Omit<Message, "chain"> : never;
type Say = (message: Followed<ResultMessage>) => void;

/** A text whose hashes, addresses and node IDs are links. */
function linked(text: string, say: Say): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(followed)) {
    parts.push(text.slice(from, index));
    parts.push(link(found, () => say({ kind: "explain", text: found })));
    from = index + found.length;
  }
  parts.push(text.slice(from));
  return parts;
}

function fieldRow({ label, value, opens, also }: ResultField, say: Say): HTMLElement {
  const shown = opens ? [link(value, () => say({ kind: "open", target: opens }))] : linked(value, say);
  const behind = also ? [" ", link(also.label, () => say({ kind: "open", target: also }))] : [];
  return element("tr", {}, element("th", { scope: "row" }, label), element("td", {}, ...shown, ...behind));
}

/** The rows of a query, with hashes and addresses to follow. */
function rowsTable({ columns, rows, locale, note }: ResultRows, say: Say): HTMLElement {
  const shown = (row: ResultRows["rows"][number]): HTMLElement[] =>
    columns.map((column, place) => {
      const text = cellText(row[place] ?? null, column, languageOf(locale));
      const whole = column.type === "time" ? { class: "whole" } : {};
      return element("td", whole, ...linked(shortened(text, maxCellLength), say));
    });
  return element(
    "div",
    { class: "rows", tabindex: 0 },
    tableOf(
      columns.map(({ name }) => name),
      rows.map((row) => element("tr", {}, ...shown(row))),
    ),
    note !== undefined && element("p", { class: "advice" }, note),
  );
}

function rowsChart(answer: ResultRows): HTMLElement | undefined {
  const { chart, columns, rows, locale } = answer;
  if (!chart) return undefined;
  const choice = usualChoice({ columns, rows }, chart.kind);
  return choice.values.length === 0
    ? undefined
    : resultChart({ columns }, rows, choice, languageOf(locale), chart.spoken, chart);
}

function show({ outcome, head, advice, fields, json, rows }: RequestResult, say: Say): HTMLElement {
  const answer = json && element("pre", { tabindex: 0 }, ...linked(json.text, say));
  const alone = fields.length === 0;
  return element(
    "div",
    { class: `result ${outcome}` },
    element(
      "p",
      { class: "head" },
      element("span", { class: "mark", "aria-hidden": "true" }, outcome === "done" ? "✓" : "✗"),
      ...linked(head, say),
    ),
    advice !== undefined && element("p", { class: "advice" }, advice),
    !alone && element("table", {}, ...fields.map((field) => fieldRow(field, say))),
    rows && rowsChart(rows),
    rows && rowsTable(rows, say),
    answer && json && (alone ? answer : element("details", {}, element("summary", {}, json.label), answer)),
  );
}

/**
 * Called by VS Code once for each notebook's page.
 * @public VS Code calls what it gives for each output
 */
export function activate(context: RendererContext): { renderOutputItem(item: OutputItem, host: HTMLElement): void } {
  return {
    renderOutputItem(item, host) {
      const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
      const result = item.json() as RequestResult;
      const { chain } = result;
      const say: Say = (message) => context.postMessage?.(chain === undefined ? message : { ...message, chain });
      root.replaceChildren(element("style", {}, `${plotStyle}\n${chartStyle}\n${style}`), show(result, say));
    },
  };
}
