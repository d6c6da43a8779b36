import { button, submitButton } from "../shared/button";
import { element } from "../shared/dom";
import { heldText } from "../shared/heldText";
import type { TableTexts } from "./messages";

/** Fields for the cells of a row. `fixed`: the key of a row that is there, which cannot change. */
export function rowForm(
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
