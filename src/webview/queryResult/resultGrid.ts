import { shortened } from "../../text/shortText";
import { button } from "../shared/controls";
import { dataTable } from "../shared/dataTable";
import { element, link, replaceChildren } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { cellText, compareCells, linkOf, maxCellLength } from "../shared/resultCells";
import type { CellValue, QueryResultProtocol, QueryResultTexts, QueryRows } from "./messages";

/** Lines on one page of the grid. */
const pageLines = 100;

type Open = (what: QueryResultProtocol["says"]["open"]) => void;

/** The rows of a result: sorted by a column, filtered by a text, in pages. */
export class ResultGrid {
  readonly element = element("div", { class: "grid" });
  readonly pages = element("nav", { class: "bar pages" });
  #result: QueryRows = { columns: [], rows: [], more: false, milliseconds: 0 };
  #shown: readonly (readonly CellValue[])[] = [];
  #sort: { readonly column: number; readonly down: boolean } | undefined;
  #find = "";
  #page = 0;

  constructor(
    private readonly texts: QueryResultTexts,
    private readonly open: Open,
    private readonly changed: () => void,
  ) {}

  /** The rows that are left by the filter, in their order. */
  get rows(): readonly (readonly CellValue[])[] {
    return this.#shown;
  }

  get result(): QueryRows {
    return this.#result;
  }

  show(result: QueryRows): void {
    const sameColumns =
      result.columns.map(({ name }) => name).join() === this.#result.columns.map(({ name }) => name).join();
    if (!sameColumns) this.#sort = undefined;
    this.#result = result;
    this.#choose();
  }

  find(text: string): void {
    this.#find = text.trim().toLowerCase();
    this.#choose();
  }

  #choose(): void {
    const { columns, rows } = this.#result;
    const wanted = this.#find;
    const fits = (row: readonly CellValue[]): boolean =>
      row.some((value, place) =>
        cellText(value, columns[place] ?? { name: "" }, pageLanguage())
          .toLowerCase()
          .includes(wanted),
      );
    const left = wanted === "" ? [...rows] : rows.filter(fits);
    const sort = this.#sort;
    if (sort) {
      const turn = sort.down ? -1 : 1;
      left.sort((one, other) => turn * compareCells(one[sort.column] ?? null, other[sort.column] ?? null));
    }
    this.#shown = left;
    this.#page = 0;
    this.#draw();
    this.changed();
  }

  #sortBy(column: number): void {
    this.#sort = this.#sort?.column === column ? { column, down: !this.#sort.down } : { column, down: false };
    this.#choose();
    this.element.querySelectorAll<HTMLElement>("th button")[column]?.focus();
  }

  #cell(value: CellValue, place: number): HTMLTableCellElement {
    const column = this.#result.columns[place] ?? { name: "" };
    const text = cellText(value, column, pageLanguage());
    const short = shortened(text, maxCellLength);
    const target = linkOf(value, column);
    return element(
      "td",
      text === short ? {} : { title: text.slice(0, 2000) },
      target ? link(short, () => this.open(target)) : short,
    );
  }

  #draw(): void {
    const { columns } = this.#result;
    const sort = this.#sort;
    const heads = columns.map(({ name }, place) => {
      const order = sort?.column !== place ? "none" : sort.down ? "descending" : "ascending";
      const mark = order === "none" ? "" : order === "ascending" ? " ▲" : " ▼";
      const label = fill(this.texts.sortBy, name);
      return element(
        "th",
        { scope: "col", "aria-sort": order },
        link(`${name}${mark}`, () => this.#sortBy(place), { "aria-label": label }),
      );
    });
    const lines = this.#shown.slice(this.#page * pageLines, (this.#page + 1) * pageLines);
    const body = lines.map((row) =>
      element(
        "tr",
        {},
        row.map((value, place) => this.#cell(value, place)),
      ),
    );
    replaceChildren(
      this.element,
      columns.length === 0 ? undefined : dataTable(heads, body),
      this.#shown.length === 0 && columns.length > 0 ? element("p", { class: "muted" }, this.texts.none) : undefined,
    );
    this.#drawPages();
  }

  #drawPages(): void {
    const last = Math.max(0, Math.ceil(this.#shown.length / pageLines) - 1);
    this.pages.hidden = last === 0;
    const turn = (to: number): void => {
      this.#page = to;
      this.#draw();
    };
    const back = button(this.texts.earlier, () => turn(this.#page - 1));
    const on = button(this.texts.later, () => turn(this.#page + 1));
    back.disabled = this.#page === 0;
    on.disabled = this.#page >= last;
    replaceChildren(this.pages, back, element("span", { class: "muted" }, `${this.#page + 1} / ${last + 1}`), on);
  }
}
