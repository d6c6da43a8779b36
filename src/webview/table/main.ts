import "../shared/page.css";
import "./table.css";
import { numberText } from "../../text/formats";
import { joinSentences } from "../../text/joining";
import { host, openChannel } from "../shared/channel";
import { button, submitButton } from "../shared/controls";
import { dataTable } from "../shared/dataTable";
import { element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { heldText } from "../shared/heldText";
import { pageLanguage } from "../shared/pageLanguage";
import { FilterForm } from "./filterForm";
import { keyValueView } from "./keyValueView";
import type {
  TableAnswer,
  TableChange,
  TableFilter,
  TableProtocol,
  TableQuestion,
  TableShape,
  TableStart,
  TableState,
  TableTexts,
} from "./messages";

/** Fields for the cells of a row. `fixed`: the key of a row that is there, which cannot change. */
function rowForm(
  texts: TableTexts,
  heading: string,
  cells: readonly { column: string; value: string; fixed: boolean }[],
  save: (values: Record<string, string>) => void,
  cancel: () => void,
): HTMLElement {
  const inputs = cells.map(({ column, value, fixed }) => {
    const input = element("textarea", { rows: 1, name: column, "aria-label": column, readonly: fixed });
    return { column, input, read: heldText(input, value) };
  });
  return element(
    "form",
    {
      class: "row",
      "aria-label": heading,
      onsubmit: (event) => {
        event.preventDefault();
        save(Object.fromEntries(inputs.map(({ column, read }) => [column, read()])));
      },
      onkeydown: (event) => {
        if ((event as KeyboardEvent).key === "Escape") cancel();
      },
    },
    element("h2", {}, heading),
    inputs.map(({ column, input }) => element("label", {}, element("span", {}, column), input)),
    element("p", { class: "buttons" }, submitButton(texts.save, { class: "primary" }), button(texts.cancel, cancel)),
  );
}

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as TableStart;
const { texts } = start;
const pageSize = 25;

const saved = host.getState() as TableState | undefined;
let filter: TableFilter[] = saved?.filter ?? [];
let pages: (string | null)[] = saved?.pages ?? [null];
let shape: TableShape | undefined;
let { writable } = start;
/** Changes that are being signed. */
let changing = 0;

type Asked = { answer(answer: TableAnswer): void; failure?(): void };
const channel = openChannel<TableProtocol>({
  stale: () => {
    // The block of the page's own change is no news.
    if (changing > 0 || Date.now() - ownChange < 2000) return;
    if (shape?.kind === "rows") say(texts.stale, "", button(texts.reload, reload));
  },
  connection: (connection) => {
    if (connection.problem !== "") say(connection.problem, "failure");
    else if (!shape || writable !== connection.writable) {
      writable = connection.writable;
      readShape();
    }
  },
});

const notice = element("div", { class: "bar notice", role: "status", "aria-live": "polite" });
const panel = element("section", { class: "panel" });
const grid = element("section", { class: "grid" });
const counted = element("span", { class: "muted count" });
const about = element("span", { class: "muted" });
const filterForm = new FilterForm(texts, filter, (applied) => {
  filter = applied;
  pages = [null];
  read();
});
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
  return channel.ask("table", question, handlers.answer, ({ message, advice }) => {
    say(joinSentences(message, advice), "failure");
    handlers.failure?.();
  });
}

/** Whether the notice tells why a change failed: of no use once its form is closed. */
let tellsOfChange = false;

function say(text: string, state: "failure" | "done" | "" = "", ...more: HTMLElement[]): void {
  tellsOfChange = false;
  notice.className = `bar notice ${state}`;
  replaceChildren(notice, text, more);
}

/** Has the host sign a change; what was typed stays until it is in a block. */
function change(wanted: TableChange, onDone: () => void = () => undefined): void {
  changing += 1;
  const over = (): void => {
    changing -= 1;
  };
  channel.ask(
    "change",
    wanted,
    (note) => {
      over();
      replaceChildren(panel);
      onDone();
      if (wanted.kind === "appendColumns") readShape();
      else if (shape?.kind === "rows") read();
      ownChange = Date.now();
      say(note, "done");
    },
    ({ message, advice }) => {
      over();
      say(joinSentences(message, advice), "failure");
      tellsOfChange = true;
    },
    over,
  );
}

function turn(to: (string | null)[]): void {
  pages = to.length === 0 ? [null] : to;
  read(false);
}

/** What is read now: an answer to what was asked before it would be that of another filter, or page. */
let reading: number | undefined;
let counting: number | undefined;
/** When the page's own last change was in a block. */
let ownChange = 0;
function read(andCount = true): void {
  const { groupId, title, table } = start;
  host.setState({ groupId, title, table: table.replace(/^\/tables\//, ""), filter, pages } satisfies TableState);
  const after = pages.at(-1) ?? undefined;
  grid.setAttribute("aria-busy", "true");
  if (reading !== undefined) channel.cancel(reading);
  reading = ask(
    { kind: "rows", filter, count: pageSize, ...(after === undefined ? {} : { after }) },
    {
      answer: (answer) => {
        if (answer.kind === "rows") showRows(answer);
      },
      failure: () => grid.setAttribute("aria-busy", "false"),
    },
  );
  if (!andCount) return;
  setText(counted, texts.counting);
  if (counting !== undefined) channel.cancel(counting);
  counting = ask(
    { kind: "count", filter },
    {
      answer: (answer) => {
        if (answer.kind !== "count") return;
        setText(
          counted,
          answer.count === 1 ? texts.oneRow : fill(texts.rowCount, numberText(answer.count, pageLanguage())),
        );
      },
      failure: () => {
        setText(counted, "");
      },
    },
  );
}

function reload(): void {
  say("");
  read();
}

/** The form of a new row, open or closed since. */
let inserting: HTMLElement | undefined;

function insert(): void {
  if (inserting && panel.contains(inserting)) {
    focusForm();
    return;
  }
  const columns = shape?.columns ?? [];
  inserting = openForm(
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
    if (different.length === 0) showForm();
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
): HTMLElement {
  const form = rowForm(texts, heading, cells, save, () => showForm());
  showForm(form);
  focusForm();
  return form;
}

/** Puts a form in the place of the one before, or nothing; what the notice says of a failed change goes along. */
function showForm(...form: HTMLElement[]): void {
  if (tellsOfChange) say("");
  replaceChildren(panel, form);
}

function focusForm(): void {
  panel.querySelector<HTMLTextAreaElement>("textarea:not([readonly])")?.focus();
}

function rowElement(row: readonly string[]): HTMLElement {
  const key = row[0] ?? "";
  const copied = { title: texts.copy, tabindex: 0 };
  const copy = (cell: string) => (event: Event) => {
    if (event instanceof MouseEvent || (event as KeyboardEvent).key === "Enter") channel.say("copy", cell);
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
    writable &&
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
  deleteMatching.hidden = filter.length === 0 || !writable;
  replaceChildren(
    grid,
    dataTable(writable ? [...columns, texts.actions] : columns, rows.map(rowElement)),
    rows.length === 0 && element("p", { class: "muted" }, texts.noRows),
  );
}

function showGrid(): void {
  filterForm.setColumns(shape?.columns ?? []);
  setText(about, shape?.numericKeys ? texts.numericKeys : "");
  replaceChildren(
    body,
    element(
      "div",
      { class: "toolbar" },
      writable ? button(texts.insertRow, insert, { class: "primary" }) : texts.readOnly,
      writable && button(texts.appendColumns, () => change({ kind: "appendColumns" })),
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
        else replaceChildren(body, keyValueView({ texts, shape, writable, ask, change, say }));
      },
      failure: () => notice.append(button(texts.retry, readShape)),
    },
  );
}

say(texts.loading);
readShape();
