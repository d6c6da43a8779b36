import { numberText } from "../../text/formats";
import "../shared/page.css";
import "./events.css";
import { host, openChannel } from "../shared/channel";
import { button, textField } from "../shared/controls";
import { element, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { html, render } from "../shared/html";
import { pageLanguage } from "../shared/pageLanguage";
import { EventList, eventDetails, type SayEvents } from "./eventList";
import { EventRows, matchesRow, rowsAsCsv, rowsAsJson } from "./eventRows";
import { FilterFields } from "./filterFields";
import type { EventRow, EventsPageState, EventsProtocol, EventsStart, EventsState } from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as EventsStart;
const { texts, subject, place } = start;
const saved = host.getState() as EventsPageState | undefined;
const number = (value: number): string => numberText(value, pageLanguage());

const rows = new EventRows();
let shown: readonly EventRow[] = [];
let state: EventsState = { live: "connecting", problem: "" };
let paused = false;
let find = saved?.find ?? "";

/** The channel is opened when everything stands. */
const say: SayEvents = (name, value) => channel.say(name, value);

const where = element("span", { class: "muted where" });
const fields = new FilterFields(texts, (filter) => {
  channel.say("apply", filter);
  save();
});
const live = element("span", { class: "live", role: "status" });
const counted = element("span", { class: "muted", role: "status" });
const problem = element("p", { class: "problem", role: "alert", hidden: true });
const history = element("span", { class: "history muted" });
const older = button(texts.older, () => channel.say("older", null));
const stop = button(texts.stop, () => channel.say("stopHistory", null));
const pause = button(texts.pause, () => channel.say("pause", !paused));
const finder = textField(texts.find, {
  type: "search",
  class: "find",
  placeholder: texts.find,
  value: find,
  oninput: () => {
    find = finder.value;
    save();
    draw();
  },
});
const details = element("section", { class: "details", "aria-label": texts.details, hidden: true });
const list = new EventList(texts, subject.target === "", say, (row) => {
  details.hidden = row === undefined;
  render(row ? eventDetails(texts, row, say) : html``, details);
});

function save(): void {
  const { filter } = fields;
  host.setState({ subject, place, find, ...(filter ? { filter } : {}) } satisfies EventsPageState);
}

function draw(): void {
  shown = find.trim() === "" ? rows.all : rows.all.filter((row) => matchesRow(row, find));
  list.show(shown);
  const text = shown.length === rows.all.length ? texts.rowCount : texts.rowCountFound;
  setText(counted, fill(text, number(shown.length), number(rows.all.length)));
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
  setText(live, texts.live[state.live] + height);
  live.dataset["live"] = state.live;
  problem.hidden = state.problem === "";
  setText(problem, state.problem);
  setText(pause, paused ? texts.resume : texts.pause);
  pause.setAttribute("aria-pressed", String(paused));
  pause.disabled = state.live === "ended";
  stop.hidden = state.history === undefined;
  older.hidden = state.history !== undefined || !state.from;
  const { history: reading, from } = state;
  setText(
    history,
    reading
      ? fill(texts.reading, number(reading.done), number(reading.all))
      : from === undefined
        ? ""
        : fill(texts.lookedFrom, number(from)),
  );
}

document.body.append(
  element(
    "header",
    {},
    element("h1", {}, subject.name || texts.allContracts),
    where,
    element("span", { class: "muted" }, place),
    button(texts.chooseContract, () => channel.say("choose", null), { class: "quiet" }),
  ),
  fields.element,
  element(
    "div",
    { class: "toolbar" },
    pause,
    button(texts.clear, () => channel.say("clear", null)),
    button(texts.exportJson, () => channel.say("save", { format: "json", text: rowsAsJson(shown) })),
    button(texts.exportCsv, () => channel.say("save", { format: "csv", text: rowsAsCsv(shown) })),
    finder,
    live,
  ),
  problem,
  list.element,
  details,
  element("footer", { class: "bar" }, counted, history, stop, older),
);

showState();
draw();
const channel = openChannel<EventsProtocol>({
  setup(setup) {
    setText(where, setup.address);
    paused = setup.paused;
    fields.set(setup.choices, setup.filter);
    save();
    showState();
  },
  rows({ rows: found, reset }) {
    if (reset) rows.keep(0);
    rows.add(found);
    drawSoon();
  },
  drop(keep) {
    rows.keep(keep);
    drawSoon();
  },
  state(now) {
    state = now;
    paused = state.live === "paused";
    showState();
  },
  checked: (problems) => fields.showProblems(problems),
});
