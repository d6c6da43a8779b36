import { halfWidthValue } from "../../text/halfWidth";
import { button, choice, submitButton, textField } from "../shared/controls";
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
        button(texts.addCondition, () => this.#add()),
        submitButton(texts.apply),
        button(texts.clear, () => {
          this.#conditions = [];
          this.#show();
          apply([]);
        }),
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
    this.#list.querySelector<HTMLElement>(".condition:last-child vscode-single-select")?.focus();
  }

  #words(operator: TableFilter["operator"]): string {
    const { startsWith, endsWith, contains } = this.texts;
    const words: Partial<Record<TableFilter["operator"], string>> = { startsWith, endsWith, contains };
    return words[operator] ?? operator;
  }

  /** The field of a value, and beside it the offer to convert what was typed full-width: it would find nothing. */
  #value(condition: TableFilter): HTMLElement[] {
    const { value: label, convert } = this.texts;
    const value = textField(label, { placeholder: label });
    const offer = button(convert, () => {
      value.value = halfWidthValue(value.value) ?? value.value;
      take();
      value.focus();
    });
    const take = (): void => {
      condition.value = value.value;
      offer.hidden = halfWidthValue(value.value) === undefined;
    };
    value.addEventListener("input", take);
    value.value = condition.value;
    take();
    return [value, offer];
  }

  #line(condition: TableFilter): HTMLElement {
    const columns = this.#columns.map((name) => [name, name] as const);
    const column = choice(this.texts.column, columns, condition.field, (name) => {
      condition.field = name;
    });
    const operators = filterOperators.map((each) => [each, this.#words(each)] as const);
    const operator = choice(this.texts.comparison, operators, condition.operator, (chosen) => {
      condition.operator = chosen as TableFilter["operator"];
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
      button("×", remove, { class: "quiet", title: this.texts.remove, "aria-label": this.texts.remove }),
    );
  }

  #show(): void {
    replaceChildren(
      this.#list,
      this.#conditions.map((condition) => this.#line(condition)),
    );
  }
}
