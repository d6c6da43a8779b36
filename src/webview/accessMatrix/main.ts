import { labelled, listed } from "../../text/joining";
import { pageLanguage } from "../shared/pageLanguage";
import "../shared/page.css";
import "./accessMatrix.css";
import { openChannel } from "../shared/channel";
import { button } from "../shared/controls";
import { element } from "../shared/dom";
import { html, render } from "../shared/html";
import type { MatrixCellView, MatrixProtocol, MatrixRowView, MatrixView } from "./messages";

const marks: Readonly<Record<MatrixCellView["state"], string>> = {
  direct: "●",
  neighbour: "◐",
  none: "○",
  cannotStart: "⊘",
  self: "",
};
const content = element("main", {});
document.body.append(content);

/** The pair whose reasons are shown, by place; it is looked up again in every new matrix. */
let chosen: { readonly from: string; readonly to: string } | undefined;
let shown: MatrixView | undefined;

/** The reasons of the pair as they are now, or nothing when one of the two folders is gone. */
function detail(matrix: MatrixView): unknown {
  const row = matrix.rows.find(({ uri }) => uri === chosen?.from);
  const index = matrix.rows.findIndex(({ uri }) => uri === chosen?.to);
  const [column, cell] = [matrix.rows[index], row?.cells[index]];
  if (!row || !column || !cell) return "";
  const { line } = cell;
  return html`<h2>${labelled(`${row.name} → ${column.name}`, cell.label, pageLanguage())}</h2>
    <ul>${cell.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
    ${cell.now ? html`<p class="now">${cell.now}</p>` : ""}
    ${line ? button(matrix.goToLine, () => channel.say("open", line)) : ""}
    ${cell.mendable ? button(matrix.acceptButton, () => channel.say("accept", { from: row.uri, to: column.uri })) : ""}`;
}

function cellView(row: MatrixRowView, column: MatrixRowView, cell: MatrixCellView): unknown {
  if (cell.state === "self") return html`<td class="self"></td>`;
  const title = [cell.label, ...cell.reasons, cell.now].filter(Boolean).join("\n");
  const choose = (): void => {
    chosen = { from: row.uri, to: column.uri };
    draw();
  };
  const spoken = labelled(listed([row.name, column.name], pageLanguage()), title, pageLanguage());
  return html`<td class=${cell.state}>
    <button type="button" title=${title} aria-label=${spoken} @click=${choose}>
      <span class="mark" aria-hidden="true">${marks[cell.state]}</span>${cell.label}${
        cell.now ? html`<span class="now" aria-hidden="true"> *</span>` : ""
      }
    </button>
  </td>`;
}

const legendLine = ({ state, text }: MatrixView["legend"][number]): unknown =>
  html`<li class=${state}><span class="mark">${marks[state]}</span>${text}</li>`;

const rowView = (matrix: MatrixView, row: MatrixRowView): unknown => html`<tr>
  <th scope="row" title=${row.place}>${row.name}<small>${row.lists}</small></th>
  ${row.cells.map((cell, index) => cellView(row, matrix.rows[index] ?? row, cell))}
  <td>${button(matrix.reloadButton, () => channel.say("reload", row.uri), { title: row.reload })}</td>
</tr>`;

function draw(): void {
  const matrix = shown;
  if (!matrix) return;
  if (matrix.rows.length === 0) {
    render(html`<h1>${matrix.title}</h1><p>${matrix.empty}</p>`, content);
    return;
  }
  render(
    html`<h1>${matrix.title}</h1>
      <p>${matrix.explanation}</p>
      <ul class="legend">${matrix.legend.map(legendLine)}</ul>
      <div class="scroll"><table>
        <thead><tr>
          <th scope="col">${matrix.corner}</th>
          ${matrix.rows.map(({ place, name }) => html`<th scope="col" title=${place}>${name}</th>`)}
          <td></td>
        </tr></thead>
        <tbody>${matrix.rows.map((row) => rowView(matrix, row))}</tbody>
      </table></div>
      <section class="detail" aria-live="polite">${detail(matrix)}</section>`,
    content,
  );
}

const channel = openChannel<MatrixProtocol>({
  matrix: (matrix) => {
    shown = matrix;
    draw();
  },
});
