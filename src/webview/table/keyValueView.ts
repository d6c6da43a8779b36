import { button, submitButton, textField } from "../shared/controls";
import { element } from "../shared/dom";
import { heldText } from "../shared/heldText";
import type { TableAnswer, TableChange, TableQuestion, TableShape, TableTexts } from "./messages";

interface KeyValueContext {
  readonly texts: TableTexts;
  readonly shape: TableShape;
  readonly writable: boolean;
  ask(question: TableQuestion, handlers: { answer(answer: TableAnswer): void }): number;
  change(change: TableChange, onDone?: () => void): void;
  say(text: string, state?: "failure" | "done" | ""): void;
}

/** A key-value table: one key is looked up or set at a time. */
export function keyValueView({ texts, shape, writable, ask, change, say }: KeyValueContext): HTMLElement[] {
  const [keyName = texts.key, valueName = texts.value] = shape.columns;
  const key = textField(keyName);
  const value = element("textarea", { rows: 4, "aria-label": valueName, readonly: !writable });
  let read = heldText(value, "");
  say("");
  const get = (event: Event): void => {
    event.preventDefault();
    ask(
      { kind: "value", key: key.value },
      {
        answer: (answer) => {
          if (answer.kind !== "value" || answer.key !== key.value) return;
          read = heldText(value, answer.value ?? "");
          say(answer.value === undefined ? texts.noValue : "");
        },
      },
    );
  };
  return [
    element("p", { class: "muted" }, texts.keyValueNote),
    element(
      "form",
      { class: "row", onsubmit: get },
      element("label", {}, element("span", {}, keyName), key),
      element("label", {}, element("span", {}, valueName), value),
      element(
        "p",
        { class: "buttons" },
        submitButton(texts.getValue),
        writable
          ? button(texts.setValue, () => change({ kind: "set", key: key.value, value: read() }), { class: "primary" })
          : texts.readOnly,
      ),
    ),
  ];
}
