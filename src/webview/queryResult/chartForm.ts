import { element, replaceChildren } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import { isNumeric, maxPlaces, resultChart, usualChoice } from "../shared/resultChart";
import type { CellValue, ChartChoice, QueryResultTexts, QueryRows } from "./messages";

/** Columns beside each other. */
const maxSeries = 4;

/** Chooses a chart of a result, and draws it. */
export class ChartForm {
  readonly element = element("section", { class: "chart" });
  readonly #drawn = element("div", {});
  readonly #fields = element("span", { class: "bar fields" });
  readonly #kind = element("select", { onchange: () => this.#choose() });
  #rows: readonly (readonly CellValue[])[] = [];
  #result: QueryRows | undefined;

  constructor(
    private readonly texts: QueryResultTexts,
    private choice: ChartChoice | undefined,
    private readonly chosen: (choice: ChartChoice) => void,
  ) {
    const kinds = { none: texts.noChart, bars: texts.bars, line: texts.line };
    for (const [value, label] of Object.entries(kinds)) this.#kind.append(element("option", { value }, label));
    this.#kind.value = choice?.kind ?? "none";
    const label = element("label", {}, texts.chart, this.#kind);
    this.element.append(element("div", { class: "toolbar" }, label, this.#fields), this.#drawn);
  }

  /** @param rows in the order and filter of the grid */
  show(result: QueryRows, rows: readonly (readonly CellValue[])[]): void {
    const isOther =
      this.#result?.columns.map(({ name }) => name).join() !== result.columns.map(({ name }) => name).join();
    this.#result = result;
    this.#rows = rows;
    const known = this.choice;
    const fits = known && [known.across, ...known.values].every((place) => place < result.columns.length);
    if (!fits || (isOther && known.values.length === 0)) this.choice = usualChoice(result, known?.kind ?? "none");
    this.#draw();
  }

  #choose(): void {
    const kind = (this.#kind.value || "none") as ChartChoice["kind"];
    const result = this.#result;
    if (!result) return;
    this.choice = { ...(this.choice ?? usualChoice(result, kind)), kind };
    this.#take();
  }

  #take(): void {
    if (this.choice) this.chosen(this.choice);
    this.#draw();
  }

  #drawFields(result: QueryRows, { kind, across, values }: ChartChoice): void {
    if (kind === "none") {
      replaceChildren(this.#fields);
      return;
    }
    const select = element("select", {
      onchange: () => {
        this.choice = { kind, values, across: Number(select.value) };
        this.#take();
      },
    });
    result.columns.forEach(({ name }, place) => {
      select.append(element("option", { value: place, ...(place === across ? { selected: true } : {}) }, name));
    });
    const boxes = result.columns.flatMap(({ name }, place) => {
      if (place === across || !isNumeric(result.rows, place)) return [];
      const box = element("input", { type: "checkbox", ...(values.includes(place) ? { checked: true } : {}) });
      box.addEventListener("change", () => {
        const others = values.filter((each) => each !== place);
        const next = box.checked ? [...others, place].sort((one, other) => one - other) : others;
        this.choice = { kind, across, values: next.slice(0, maxSeries) };
        this.#take();
      });
      return [element("label", { class: "box" }, box, name)];
    });
    replaceChildren(
      this.#fields,
      element("label", {}, this.texts.across, select),
      element("fieldset", {}, element("legend", {}, this.texts.values), boxes),
    );
  }

  #draw(): void {
    const [result, choice] = [this.#result, this.choice];
    if (!result || !choice) return;
    this.#drawFields(result, choice);
    const { kind, across, values } = choice;
    if (kind === "none" || !result.columns[across] || values.length === 0 || this.#rows.length === 0) {
      replaceChildren(this.#drawn);
      return;
    }
    replaceChildren(
      this.#drawn,
      resultChart(result, this.#rows, choice, pageLanguage(), this.texts.chartSpoken, this.texts),
      this.#rows.length > maxPlaces
        ? element("p", { class: "muted" }, fill(this.texts.chartCut, maxPlaces))
        : undefined,
    );
  }
}
