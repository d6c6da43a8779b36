import { labelled, listed } from "../../text/joining";
import { pageLanguage } from "../shared/pageLanguage";
import "../shared/page.css";
import "./accessMatrix.css";
import { button } from "../shared/button";
import { openChannel } from "../shared/channel";
import { element, replaceChildren } from "../shared/dom";
import type { MatrixCellView, MatrixProtocol, MatrixRowView, MatrixView } from "./messages";

const marks: Readonly<Record<MatrixCellView["state"], string>> = {
  direct: "●",
  neighbour: "◐",
  none: "○",
  cannotStart: "⊘",
  self: "",
};
const content = element("main", {});
const detail = element("section", { class: "detail", "aria-live": "polite" });
document.body.append(content);

/** The pair whose reasons are shown, by place; it is looked up again in every new matrix. */
let chosen: { readonly from: string; readonly to: string } | undefined;

function showDetail(matrix: MatrixView, row: MatrixRowView, column: MatrixRowView, cell: MatrixCellView): void {
  const { line } = cell;
  chosen = { from: row.uri, to: column.uri };
  replaceChildren(
    detail,
    element("h2", {}, labelled(`${row.name} → ${column.name}`, cell.label, pageLanguage())),
    element(
      "ul",
      {},
      cell.reasons.map((reason) => element("li", {}, reason)),
    ),
    cell.now && element("p", { class: "now" }, cell.now),
    line && button(matrix.goToLine, () => channel.say("open", line)),
    cell.mendable && button(matrix.acceptButton, () => channel.say("accept", { from: row.uri, to: column.uri })),
  );
}

function cellElement(matrix: MatrixView, row: MatrixRowView, column: MatrixRowView, cell: MatrixCellView): HTMLElement {
  if (cell.state === "self") return element("td", { class: "self" });
  const title = [cell.label, ...cell.reasons, cell.now].filter(Boolean).join("\n");
  return element(
    "td",
    { class: cell.state },
    element(
      "button",
      {
        type: "button",
        title,
        "aria-label": labelled(listed([row.name, column.name], pageLanguage()), title, pageLanguage()),
        onclick: () => showDetail(matrix, row, column, cell),
      },
      element("span", { class: "mark", "aria-hidden": "true" }, marks[cell.state]),
      cell.label,
      cell.now && element("span", { class: "now", "aria-hidden": "true" }, " *"),
    ),
  );
}

/** The reasons as they are now, or nothing when one of the two folders is gone. */
function refreshDetail(matrix: MatrixView): void {
  const row = matrix.rows.find(({ uri }) => uri === chosen?.from);
  const index = matrix.rows.findIndex(({ uri }) => uri === chosen?.to);
  const [column, cell] = [matrix.rows[index], row?.cells[index]];
  if (row && column && cell) showDetail(matrix, row, column, cell);
  else replaceChildren(detail);
}

function show(matrix: MatrixView): void {
  if (matrix.rows.length === 0) {
    replaceChildren(content, element("h1", {}, matrix.title), element("p", {}, matrix.empty));
    return;
  }
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, matrix.corner),
    matrix.rows.map((row) => element("th", { scope: "col", title: row.place }, row.name)),
    element("td", {}),
  );
  const rows = matrix.rows.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", title: row.place }, row.name, element("small", {}, row.lists)),
      row.cells.map((cell, index) => cellElement(matrix, row, matrix.rows[index] ?? row, cell)),
      element(
        "td",
        {},
        button(matrix.reloadButton, () => channel.say("reload", row.uri), { title: row.reload }),
      ),
    ),
  );
  refreshDetail(matrix);
  replaceChildren(
    content,
    element("h1", {}, matrix.title),
    element("p", {}, matrix.explanation),
    element(
      "ul",
      { class: "legend" },
      matrix.legend.map(({ state, text }) =>
        element("li", { class: state }, element("span", { class: "mark" }, marks[state]), text),
      ),
    ),
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, rows))),
    detail,
  );
}

const channel = openChannel<MatrixProtocol>({ matrix: show });
