import { languageOf } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { element, replaceChildren } from "../shared/dom";
import { fill } from "../shared/fill";
import { seriesChart } from "../shared/seriesChart";
import { cellText, numberOf, numberOnChart } from "./cells";
import type { CellValue, ChartChoice, QueryResultTexts, QueryRows } from "./messages";

/** Places of a chart, and columns beside each other. */
const mostPlaces = 400;
const mostSeries = 4;

const isNumeric = (rows: QueryRows["rows"], place: number): boolean => {
  const some = rows.slice(0, 100).map((row) => row[place] ?? null);
  return some.some((value) => value !== null) && some.every((value) => value === null || numberOf(value) !== null);
};

/** Columns with numbers that say how many; times and numbers of blocks say where. */
const isAmount = ({ columns, rows }: QueryRows, place: number): boolean =>
  columns[place]?.type !== "time" &&
  !/^(?:tx|block|number|log|place)$/i.test(columns[place]?.name ?? "") &&
  isNumeric(rows, place);

/** A choice that fits a result: a time or the first column across, amounts as values. */
function usualChoice(result: QueryRows, kind: ChartChoice["kind"]): ChartChoice {
  const time = result.columns.findIndex(({ type }) => type === "time");
  const across = Math.max(0, time);
  const values = result.columns.flatMap((_, place) => (place !== across && isAmount(result, place) ? [place] : []));
  return { kind, across, values: values.slice(0, 2) };
}

/** Whether the places run backwards in time. */
function runsBackwards(rows: readonly (readonly CellValue[])[], across: number): boolean {
  const [first, last] = [rows[0]?.[across] ?? null, rows.at(-1)?.[across] ?? null];
  if (typeof first === "number" && typeof last === "number") return first > last;
  return typeof first === "string" && typeof last === "string" && /^\d{4}-\d{2}-\d{2}/.test(first) && first > last;
}

/** Chooses a chart of a result, and draws it. */
export class ChartForm {
  readonly element = element("section", { class: "chart" });
  readonly #drawn = element("div", {});
  readonly #fields = element("span", { class: "fields" });
  readonly #kind = element("select", { onchange: () => this.#choose() });
  #rows: readonly (readonly CellValue[])[] = [];
  #result: QueryRows | undefined;

  constructor(
    private readonly texts: QueryResultTexts,
    private readonly locale: string,
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
        this.choice = { kind, across, values: next.slice(0, mostSeries) };
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
    const column = result.columns[across];
    if (kind === "none" || !column || values.length === 0 || this.#rows.length === 0) {
      replaceChildren(this.#drawn);
      return;
    }
    const some = this.#rows.slice(0, mostPlaces);
    const rows = runsBackwards(some, across) ? [...some].reverse() : some;
    const names = values.map((place) => result.columns[place]?.name ?? "");
    const language = languageOf(this.locale);
    replaceChildren(
      this.#drawn,
      seriesChart({
        kind,
        labels: rows.map((row) => cellText(row[across] ?? null, column, this.locale)),
        series: values.map((place, at) => ({
          name: names[at] ?? "",
          values: rows.map((row) => numberOf(row[place] ?? null)),
        })),
        format: (value) => numberOnChart(value, language),
        spoken: fill(this.texts.chartSpoken, listed(names, language), column.name, rows.length),
      }),
      this.#rows.length > mostPlaces
        ? element("p", { class: "muted" }, fill(this.texts.chartCut, mostPlaces))
        : undefined,
    );
  }
}
