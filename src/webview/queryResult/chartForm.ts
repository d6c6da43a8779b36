import "@vscode-elements/elements/dist/vscode-checkbox/index.js";
import { choice } from "../shared/controls";
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
  #rows: readonly (readonly CellValue[])[] = [];
  #result: QueryRows | undefined;

  constructor(
    private readonly texts: QueryResultTexts,
    private chosen: ChartChoice | undefined,
    private readonly take: (choice: ChartChoice) => void,
  ) {
    const kinds = Object.entries({ none: texts.noChart, bars: texts.bars, line: texts.line });
    const kind = choice(texts.chart, kinds, chosen?.kind ?? "none", (value) =>
      this.#choose(value as ChartChoice["kind"]),
    );
    const label = element("label", {}, texts.chart, kind);
    this.element.append(element("div", { class: "toolbar" }, label, this.#fields), this.#drawn);
  }

  /** @param rows in the order and filter of the grid */
  show(result: QueryRows, rows: readonly (readonly CellValue[])[]): void {
    const isOther =
      this.#result?.columns.map(({ name }) => name).join() !== result.columns.map(({ name }) => name).join();
    this.#result = result;
    this.#rows = rows;
    const known = this.chosen;
    const fits = known && [known.across, ...known.values].every((place) => place < result.columns.length);
    if (!fits || (isOther && known.values.length === 0)) this.chosen = usualChoice(result, known?.kind ?? "none");
    this.#draw();
  }

  #choose(kind: ChartChoice["kind"]): void {
    const result = this.#result;
    if (!result) return;
    this.chosen = { ...(this.chosen ?? usualChoice(result, kind)), kind };
    this.#take();
  }

  #take(): void {
    if (this.chosen) this.take(this.chosen);
    this.#draw();
  }

  #drawFields(result: QueryRows, { kind, across, values }: ChartChoice): void {
    if (kind === "none") {
      replaceChildren(this.#fields);
      return;
    }
    const columns = result.columns.map(({ name }, place) => [String(place), name] as const);
    const select = choice(this.texts.across, columns, String(across), (value) => {
      this.chosen = { kind, values, across: Number(value) };
      this.#take();
    });
    const boxes = result.columns.flatMap(({ name }, place) => {
      if (place === across || !isNumeric(result.rows, place)) return [];
      const box = element("vscode-checkbox", { checked: values.includes(place) }, name);
      box.addEventListener("change", () => {
        const others = values.filter((each) => each !== place);
        const next = box.checked ? [...others, place].sort((one, other) => one - other) : others;
        this.chosen = { kind, across, values: next.slice(0, maxSeries) };
        this.#take();
      });
      return [box];
    });
    replaceChildren(
      this.#fields,
      element("label", {}, this.texts.across, select),
      element("fieldset", {}, element("legend", {}, this.texts.values), boxes),
    );
  }

  #draw(): void {
    const [result, choice] = [this.#result, this.chosen];
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
