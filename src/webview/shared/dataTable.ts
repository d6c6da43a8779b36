import { element, tableOf } from "./dom";
import type { SeriesChart } from "./seriesGeometry";

/** What a column of numbers may hold besides them. */
const nothing: ReadonlySet<string> = new Set(["", "–"]);
const numeric = /^[+-]?\d[\d.,\u00a0\u202f ]*%?$/;
const minWidth = 32;
const step = 16;

/** Widths that the user gave columns, by the headings of their tables: they stay when a table is drawn again. */
const chosen = new Map<string, number[]>();

/** Digits of a column stand below each other. */
function alignNumbers(heads: readonly HTMLElement[], rows: readonly HTMLElement[]): void {
  heads.forEach((head, place) => {
    const cells = rows.flatMap((row) => [...row.children].slice(place, place + 1));
    const texts = cells.map(({ textContent }) => textContent.trim()).filter((text) => !nothing.has(text));
    if (texts.length === 0 || !texts.every((text) => numeric.test(text))) return;
    for (const cell of [head, ...cells]) cell.classList.add("number");
  });
}

/** Columns of a table that are made wider and narrower at the right edge of their headings: with the pointer, or with arrow keys. */
class Columns {
  readonly #key: string;
  readonly #edges: HTMLElement[];

  constructor(
    private readonly table: HTMLTableElement,
    private readonly heads: readonly HTMLElement[],
  ) {
    this.#key = heads.map(({ textContent }) => textContent).join("\n");
    this.#edges = heads.map((head, place) =>
      element("span", {
        class: "edge",
        role: "separator",
        "aria-orientation": "vertical",
        "aria-label": head.textContent.trim(),
        // one stop of the Tab key for a table: up and down lead to the other columns
        tabindex: place === 0 ? 0 : -1,
        onkeydown: (event) => this.#press(event as KeyboardEvent, place),
        onpointerdown: (event) => this.#drag(event as PointerEvent, place),
      }),
    );
    heads.forEach((head, place) => {
      if (head.textContent.trim() !== "") head.append(this.#edges[place] ?? "");
    });
    const widths = chosen.get(this.#key);
    if (widths) this.#set(widths);
  }

  /** Of all columns, as they are now. */
  #widths(): number[] {
    return chosen.get(this.#key) ?? this.heads.map(({ offsetWidth }) => offsetWidth);
  }

  #set(widths: number[]): void {
    chosen.set(this.#key, widths);
    this.table.classList.add("resized");
    this.table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
    this.heads.forEach((head, place) => {
      head.style.width = `${widths[place] ?? minWidth}px`;
      this.#edges[place]?.setAttribute("aria-valuenow", String(widths[place]));
    });
  }

  #resize(place: number, width: number): void {
    this.#set(this.#widths().map((each, at) => (at === place ? Math.max(minWidth, Math.round(width)) : each)));
  }

  #press(event: KeyboardEvent, place: number): void {
    const width = this.#widths()[place] ?? minWidth;
    const focus = (at: number): void => {
      const next = this.#edges[at];
      if (!next) return;
      for (const edge of this.#edges) edge.tabIndex = edge === next ? 0 : -1;
      next.focus();
    };
    const acts: Readonly<Record<string, () => void>> = {
      ArrowRight: () => this.#resize(place, width + step),
      ArrowLeft: () => this.#resize(place, width - step),
      ArrowDown: () => focus(place + 1),
      ArrowUp: () => focus(place - 1),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]?.();
  }

  #drag(event: PointerEvent, place: number): void {
    const edge = this.#edges[place];
    if (!edge || event.button !== 0) return;
    event.preventDefault();
    const start = (this.#widths()[place] ?? 0) - event.clientX;
    const move = ({ clientX }: PointerEvent): void => this.#resize(place, start + clientX);
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), { once: true });
  }
}

/**
 * A table with a heading that stays in sight, columns whose width the user chooses, and numbers from the right. What is wider or higher
 * than the page is scrolled.
 */
export function dataTable(heads: readonly (string | HTMLElement)[], rows: readonly HTMLElement[]): HTMLElement {
  const shown = heads.map((head) => (typeof head === "string" ? element("th", { scope: "col" }, head) : head));
  const table = tableOf(shown, rows);
  table.classList.add("data");
  alignNumbers(shown, rows);
  new Columns(table, shown);
  return element("div", { class: "scroll" }, table);
}

/**
 * The values of a chart, a line for each place that has some.
 * @param across what the labels are
 */
export function seriesTable(
  { labels, series }: Pick<SeriesChart, "labels" | "series">,
  across: string,
  format: (value: number) => string,
): HTMLElement {
  const rows = labels.flatMap((label, place) => {
    const values = series.map((each) => each.values[place] ?? null);
    if (values.every((value) => value === null)) return [];
    const cells = values.map((value) => element("td", {}, value === null ? "" : format(value)));
    return [element("tr", {}, element("td", {}, label), cells)];
  });
  return dataTable([across, ...series.map(({ name }) => name)], rows);
}
