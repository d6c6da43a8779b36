import "../shared/page.css";
import "./table.css";
import { element, replaceChildren } from "../shared/dom";
import { host } from "../shared/host";
import { FilterForm } from "./filterForm";
import { keyValueView } from "./keyValueView";
import type {
  TableAnswer,
  TableChange,
  TableFilter,
  TableQuestion,
  TableShape,
  TableStart,
  ToTableHost,
  ToTablePage,
} from "./messages";
import { rowForm } from "./rowForm";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as TableStart;
const { texts } = start;
const pageSize = 25;

interface PageState {
  filter: TableFilter[];
  /** Keys behind which the pages before this one began. */
  pages: (string | null)[];
}
const saved = host.getState() as PageState | undefined;
let filter: TableFilter[] = saved?.filter ?? [];
let pages: (string | null)[] = saved?.pages ?? [null];
let shape: TableShape | undefined;
let lastId = 0;

type Asked = { answer(answer: TableAnswer): void; failure?(): void };
const asked = new Map<number, Asked>();
const changes = new Map<number, (done: boolean) => void>();
const post = (message: ToTableHost): void => host.postMessage(message);

const notice = element("div", { class: "notice", role: "status", "aria-live": "polite" });
const panel = element("section", { class: "panel" });
const grid = element("section", { class: "scroll" });
const counted = element("span", { class: "muted count" });
const about = element("span", { class: "muted" });
const filterForm = new FilterForm(texts, filter, (applied) => {
  filter = applied;
  pages = [null];
  read();
});
const button = (label: string, onclick: () => void, attributes: Record<string, string> = {}): HTMLButtonElement =>
  element("button", { type: "button", ...attributes, onclick }, label);
const first = button(texts.first, () => turn([null]));
const previous = button(texts.previous, () => turn(pages.slice(0, -1)));
const next = button(texts.next, () => turn([...pages, lastKey]));
const deleteMatching = button(texts.deleteMatching, () => change({ kind: "deleteMatching", filter }));
let lastKey: string | null = null;

const body = element("main", {});
document.body.append(
  element("header", {}, element("h1", {}, start.table), about, element("span", { class: "muted" }, start.title)),
  notice,
  body,
);

function ask(question: TableQuestion, handlers: Asked): number {
  lastId += 1;
  asked.set(lastId, handlers);
  post({ type: "ask", id: lastId, question });
  return lastId;
}

function say(text: string, state: "failure" | "done" | "" = "", ...more: HTMLElement[]): void {
  notice.className = `notice ${state}`;
  replaceChildren(notice, text, more);
}

/** Has the host sign a change; what was typed stays until it is in a block. */
function change(wanted: TableChange, onDone: () => void = () => undefined): void {
  lastId += 1;
  changes.set(lastId, (done) => {
    if (!done) return;
    replaceChildren(panel);
    onDone();
    if (wanted.kind === "appendColumns") readShape();
    else if (shape?.kind === "rows") read();
  });
  post({ type: "change", id: lastId, change: wanted });
}

function turn(to: (string | null)[]): void {
  pages = to.length === 0 ? [null] : to;
  read(false);
}

let newestRead = 0;
/** When the page's own last change was in a block. */
let ownChange = 0;
function read(andCount = true): void {
  host.setState({ filter, pages } satisfies PageState);
  const after = pages.at(-1) ?? undefined;
  grid.setAttribute("aria-busy", "true");
  const current = ask(
    { kind: "rows", filter, count: pageSize, ...(after === undefined ? {} : { after }) },
    {
      answer: (answer) => {
        if (answer.kind === "rows" && current === newestRead) showRows(answer);
      },
      failure: () => grid.setAttribute("aria-busy", "false"),
    },
  );
  newestRead = current;
  if (!andCount) return;
  counted.textContent = texts.counting;
  ask(
    { kind: "count", filter },
    {
      answer: (answer) => {
        if (answer.kind !== "count") return;
        counted.textContent = texts.rowCount.replace("{0}", answer.count.toLocaleString(start.locale));
      },
      failure: () => {
        counted.textContent = "";
      },
    },
  );
}

function reload(): void {
  say("");
  read();
}

function insert(): void {
  const columns = shape?.columns ?? [];
  openForm(
    texts.insertRow,
    columns.map((column) => ({ column, value: "", fixed: false })),
    (row) => change({ kind: "insert", row }),
  );
}

function edit(row: readonly string[]): void {
  const columns = shape?.columns ?? [];
  const cells = columns.map((column, index) => ({ column, value: row[index] ?? "", fixed: index === 0 }));
  openForm(`${texts.editRow} ${row[0] ?? ""}`, cells, (values) => {
    const different = cells.filter(({ column, value, fixed }) => !fixed && values[column] !== value);
    if (different.length === 0) replaceChildren(panel);
    else {
      const changed = Object.fromEntries(different.map(({ column }) => [column, values[column] ?? ""]));
      change({ kind: "update", key: row[0] ?? "", changes: changed });
    }
  });
}

function openForm(
  heading: string,
  cells: { column: string; value: string; fixed: boolean }[],
  save: (values: Record<string, string>) => void,
): void {
  replaceChildren(
    panel,
    rowForm(texts, heading, cells, save, () => replaceChildren(panel)),
  );
  panel.querySelector<HTMLTextAreaElement>("textarea:not([readonly])")?.focus();
}

function rowElement(row: readonly string[]): HTMLElement {
  const key = row[0] ?? "";
  const copied = { title: texts.copy, tabindex: 0 };
  const copy = (cell: string) => (event: Event) => {
    if (event instanceof MouseEvent || (event as KeyboardEvent).key === "Enter") post({ type: "copy", text: cell });
  };
  return element(
    "tr",
    {},
    row.map((cell, index) =>
      element(
        index === 0 ? "th" : "td",
        { ...copied, ...(index === 0 ? { scope: "row" } : {}), ondblclick: copy(cell), onkeydown: copy(cell) },
        cell,
      ),
    ),
    start.writable &&
      element(
        "td",
        { class: "actions" },
        button(texts.editRow, () => edit(row), { "aria-label": `${texts.editRow} ${key}` }),
        button(texts.deleteRow, () => change({ kind: "delete", key }), { "aria-label": `${texts.deleteRow} ${key}` }),
      ),
  );
}

function showRows({ rows, more }: TableAnswer & { kind: "rows" }): void {
  const columns = shape?.columns ?? [];
  lastKey = rows.at(-1)?.[0] ?? null;
  if (!notice.classList.contains("done")) say("");
  grid.setAttribute("aria-busy", "false");
  first.disabled = pages.length < 2;
  previous.disabled = pages.length < 2;
  next.disabled = !more;
  deleteMatching.hidden = filter.length === 0 || !start.writable;
  const head = element(
    "tr",
    {},
    columns.map((column) => element("th", { scope: "col" }, column)),
    start.writable && element("th", { scope: "col" }, texts.actions),
  );
  replaceChildren(
    grid,
    element("table", {}, element("thead", {}, head), element("tbody", {}, rows.map(rowElement))),
    rows.length === 0 && element("p", { class: "muted" }, texts.noRows),
  );
}

function showGrid(): void {
  filterForm.setColumns(shape?.columns ?? []);
  about.textContent = shape?.numericKeys ? texts.numericKeys : "";
  replaceChildren(
    body,
    element(
      "div",
      { class: "toolbar" },
      start.writable ? button(texts.insertRow, insert, { class: "primary" }) : texts.readOnly,
      start.writable && button(texts.appendColumns, () => change({ kind: "appendColumns" })),
      deleteMatching,
      button(texts.reload, reload),
      counted,
    ),
    filterForm.element,
    panel,
    grid,
    element("p", { class: "buttons" }, first, previous, next),
  );
  read();
}

function readShape(): void {
  ask(
    { kind: "shape" },
    {
      answer: (answer) => {
        if (answer.kind !== "shape") return;
        ({ shape } = answer);
        if (shape.kind === "rows") showGrid();
        else replaceChildren(body, keyValueView({ texts, shape, writable: start.writable, ask, change, say }));
      },
      failure: () => notice.append(button(texts.retry, readShape)),
    },
  );
}

window.addEventListener("message", (event: MessageEvent<ToTablePage>) => {
  const message = event.data;
  switch (message.type) {
    case "answer":
      asked.get(message.id)?.answer(message.answer);
      asked.delete(message.id);
      break;
    case "failure":
      say(`${message.message} ${message.advice}`, "failure");
      asked.get(message.id)?.failure?.();
      asked.delete(message.id);
      changes.delete(message.id);
      break;
    case "changed":
      changes.get(message.id)?.(message.done);
      changes.delete(message.id);
      if (!message.done) break;
      ownChange = Date.now();
      say(message.note, "done");
      break;
    case "stale":
      // The block of the page's own change is no news.
      if (changes.size > 0 || Date.now() - ownChange < 2000) break;
      if (shape?.kind === "rows") say(texts.stale, "", button(texts.reload, reload));
      break;
    case "disconnected":
      say(message.message, "failure");
  }
});
say(texts.loading);
readShape();
