import "../shared/page.css";
import "./events.css";
import { element, replaceChildren } from "../shared/dom";
import { host } from "../shared/host";
import { eventDetails } from "./details";
import { EventList } from "./eventList";
import { EventRows, matchesRow } from "./eventRows";
import { rowsAsCsv, rowsAsJson } from "./exportRows";
import { FilterFields } from "./filterFields";
import type { EventRow, EventsPageState, EventsStart, EventsState, ToEventsHost, ToEventsPage } from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as EventsStart;
const { texts, subject, place } = start;
const post = (message: ToEventsHost): void => host.postMessage(message);
const saved = host.getState() as EventsPageState | undefined;
const number = (value: number): string => value.toLocaleString(start.locale);

const rows = new EventRows();
let shown: readonly EventRow[] = [];
let state: EventsState = { live: "connecting", problem: "" };
let paused = false;
let find = saved?.find ?? "";

function button(label: string, onclick: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  return element("button", { type: "button", ...attributes, onclick }, label);
}

const where = element("span", { class: "muted where" });
const fields = new FilterFields(texts, (filter) => {
  post({ type: "apply", filter });
  save();
});
const live = element("span", { class: "live", role: "status" });
const counted = element("span", { class: "muted", role: "status" });
const problem = element("p", { class: "problem", role: "alert", hidden: true });
const history = element("span", { class: "history muted" });
const older = button(texts.older, () => post({ type: "older" }));
const stop = button(texts.stop, () => post({ type: "stopHistory" }));
const pause = button(texts.pause, () => post({ type: "pause", paused: !paused }));
const finder = element("input", {
  type: "search",
  class: "find",
  placeholder: texts.find,
  "aria-label": texts.find,
  value: find,
  oninput: () => {
    find = finder.value;
    save();
    draw();
  },
});
const details = element("section", { class: "details", "aria-label": texts.details, hidden: true });
const list = new EventList(texts, subject.target === "", post, (row) => {
  details.hidden = row === undefined;
  replaceChildren(details, ...(row ? eventDetails(texts, row, post) : []));
});

function save(): void {
  const { filter } = fields;
  host.setState({ subject, place, find, ...(filter ? { filter } : {}) } satisfies EventsPageState);
}

function draw(): void {
  shown = find.trim() === "" ? rows.all : rows.all.filter((row) => matchesRow(row, find));
  list.show(shown);
  const text = shown.length === rows.all.length ? texts.rowCount : texts.rowCountFound;
  counted.textContent = text.replace("{0}", number(shown.length)).replace("{1}", number(rows.all.length));
}

let drawing = 0;
/** Many messages, one picture. */
function drawSoon(): void {
  if (drawing === 0)
    drawing = requestAnimationFrame(() => {
      drawing = 0;
      draw();
    });
}

function showState(): void {
  const height = state.height === undefined ? "" : ` · #${number(state.height)}`;
  live.textContent = texts.live[state.live] + height;
  live.dataset["live"] = state.live;
  problem.hidden = state.problem === "";
  problem.textContent = state.problem;
  pause.textContent = paused ? texts.resume : texts.pause;
  pause.setAttribute("aria-pressed", String(paused));
  pause.disabled = state.live === "ended";
  stop.hidden = state.history === undefined;
  older.hidden = state.history !== undefined || !state.from;
  const { history: reading, from } = state;
  history.textContent = reading
    ? texts.reading.replace("{0}", number(reading.done)).replace("{1}", number(reading.all))
    : from === undefined
      ? ""
      : texts.lookedFrom.replace("{0}", number(from));
}

document.body.append(
  element(
    "header",
    {},
    element("h1", {}, subject.name || texts.allContracts),
    where,
    element("span", { class: "muted" }, place),
    button(texts.chooseContract, () => post({ type: "choose" }), { class: "quiet" }),
  ),
  fields.element,
  element(
    "div",
    { class: "toolbar" },
    pause,
    button(texts.clear, () => post({ type: "clear" })),
    button(texts.exportJson, () => post({ type: "save", format: "json", text: rowsAsJson(shown) })),
    button(texts.exportCsv, () => post({ type: "save", format: "csv", text: rowsAsCsv(shown) })),
    finder,
    live,
  ),
  problem,
  list.element,
  details,
  element("footer", {}, counted, history, stop, older),
);

window.addEventListener("message", (event: MessageEvent<ToEventsPage>) => {
  const message = event.data;
  switch (message.type) {
    case "setup":
      where.textContent = message.address;
      paused = message.paused;
      fields.set(message.choices, message.filter);
      save();
      showState();
      break;
    case "rows":
      if (message.reset) rows.keep(0);
      rows.add(message.rows);
      drawSoon();
      break;
    case "drop":
      rows.keep(message.keep);
      drawSoon();
      break;
    case "state":
      state = message.state;
      paused = state.live === "paused";
      showState();
      break;
    case "checked":
      fields.showProblems(message.problems);
  }
});
showState();
draw();
post({ type: "ready" });
