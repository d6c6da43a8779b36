import { button } from "../shared/controls";
import { element, setText } from "../shared/dom";
import type { FormTexts } from "./messages";

/** A place for arguments as JSON, hidden until it is wanted. `apply` gets the text and says what is wrong with it. */
export function pasteForm(
  texts: FormTexts,
  apply: (text: string, refuse: (problem: string) => void) => void,
): { element: HTMLElement; open(): void; close(): void } {
  const box = element("textarea", { rows: 5, "aria-label": texts.pasteJson, placeholder: texts.pasteHint });
  const problem = element("p", { class: "problem", "aria-live": "polite" });
  const refuse = (words: string): void => {
    setText(problem, words);
  };
  const hide = (): void => {
    whole.hidden = true;
  };
  const whole = element(
    "div",
    { class: "paste", hidden: true },
    box,
    problem,
    element(
      "p",
      { class: "buttons" },
      button(texts.apply, () => apply(box.value, refuse)),
      button(texts.cancel, hide),
    ),
  );
  return {
    element: whole,
    open: () => {
      whole.hidden = false;
      box.focus();
    },
    close: () => {
      hide();
      box.value = "";
      refuse("");
    },
  };
}
