import { halfWidthValue } from "../../text/halfWidth";
import { element, replaceChildren } from "../shared/dom";
import { filterOperators, type TableFilter, type TableTexts } from "./messages";

/** The conditions above the grid: all of them must hold. */
export class FilterForm {
  readonly element: HTMLFormElement;
  readonly #list = element("div", { class: "conditions" });
  #columns: readonly string[] = [];
  #conditions: TableFilter[];

  constructor(
    private readonly texts: TableTexts,
    first: readonly TableFilter[],
    apply: (filter: TableFilter[]) => void,
  ) {
    this.#conditions = first.map((each) => ({ ...each }));
    this.element = element(
      "form",
      {
        class: "bar filter",
        role: "search",
        "aria-label": texts.filter,
        onsubmit: (event) => {
          event.preventDefault();
          apply(this.#conditions.map((each) => ({ ...each })));
        },
      },
      this.#list,
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", onclick: () => this.#add() }, texts.addCondition),
        element("button", { type: "submit" }, texts.apply),
        element(
          "button",
          {
            type: "button",
            onclick: () => {
              this.#conditions = [];
              this.#show();
              apply([]);
            },
          },
          texts.clear,
        ),
      ),
    );
  }

  setColumns(columns: readonly string[]): void {
    this.#columns = columns;
    this.#show();
  }

  #add(): void {
    this.#conditions.push({ field: this.#columns[0] ?? "", operator: "=", value: "" });
    this.#show();
    this.#list.querySelector<HTMLSelectElement>(".condition:last-child select")?.focus();
  }

  #words(operator: TableFilter["operator"]): string {
    const { startsWith, endsWith, contains } = this.texts;
    const words: Partial<Record<TableFilter["operator"], string>> = { startsWith, endsWith, contains };
    return words[operator] ?? operator;
  }

  /** The field of a value, and beside it the offer to convert what was typed full-width: it would find nothing. */
  #value(condition: TableFilter): HTMLElement[] {
    const { value: label, convert } = this.texts;
    const value = element("input", { type: "text", "aria-label": label, placeholder: label });
    const offer = element("button", { type: "button" }, convert);
    const take = (): void => {
      condition.value = value.value;
      offer.hidden = halfWidthValue(value.value) === undefined;
    };
    value.addEventListener("input", take);
    offer.addEventListener("click", () => {
      value.value = halfWidthValue(value.value) ?? value.value;
      take();
      value.focus();
    });
    value.value = condition.value;
    take();
    return [value, offer];
  }

  #line(condition: TableFilter): HTMLElement {
    const column = element(
      "select",
      { "aria-label": this.texts.column },
      this.#columns.map((name) => element("option", { value: name, selected: name === condition.field }, name)),
    );
    column.addEventListener("change", () => {
      condition.field = column.value;
    });
    const operator = element(
      "select",
      { "aria-label": this.texts.comparison },
      filterOperators.map((each) =>
        element("option", { value: each, selected: each === condition.operator }, this.#words(each)),
      ),
    );
    operator.addEventListener("change", () => {
      condition.operator = operator.value as TableFilter["operator"];
    });
    const remove = (): void => {
      this.#conditions = this.#conditions.filter((each) => each !== condition);
      this.#show();
    };
    return element(
      "div",
      { class: "bar condition" },
      column,
      operator,
      this.#value(condition),
      element(
        "button",
        { type: "button", class: "quiet", title: this.texts.remove, "aria-label": this.texts.remove, onclick: remove },
        "×",
      ),
    );
  }

  #show(): void {
    replaceChildren(
      this.#list,
      this.#conditions.map((condition) => this.#line(condition)),
    );
  }
}
