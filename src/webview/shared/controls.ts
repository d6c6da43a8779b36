import "@vscode-elements/elements/dist/vscode-button/index.js";
import { element, replaceChildren } from "./dom";
import "@vscode-elements/elements/dist/vscode-option/index.js";
import "@vscode-elements/elements/dist/vscode-single-select/index.js";
import "@vscode-elements/elements/dist/vscode-textfield/index.js";

type TextField = HTMLElementTagNameMap["vscode-textfield"];

/**
 * A line of text, or a time. A form whose field hears Enter is sent.
 * @param label what a screen reader says of it
 */
export function textField(
  label: string,
  attributes: Readonly<Record<string, string | number | boolean | ((event: Event) => void)>> = {},
): TextField {
  const field = element("vscode-textfield", { ".label": label, ...attributes });
  // A key that ends the choice of a Chinese character isn't meant for the form.
  field.addEventListener("keydown", (event) => event.isComposing && event.stopPropagation(), { capture: true });
  field.addController({
    hostUpdated: () => {
      field.wrappedElement.spellcheck = false;
    },
  });
  return field;
}

type Choice = HTMLElementTagNameMap["vscode-single-select"];
/** A value, and what is read of it. */
type Option = readonly [value: string, label: string];

/** Puts other options into a list; one of them is chosen. */
export function offer(list: Choice, options: readonly Option[], chosen: string): void {
  replaceChildren(
    list,
    options.map(([value, label]) => element("vscode-option", { value, selected: value === chosen }, label)),
  );
}

/**
 * One of some options, from a list that drops down.
 * @param label what a screen reader says of it
 */
export function choice(
  label: string,
  options: readonly Option[],
  chosen: string,
  onchange: (value: string) => void,
): Choice {
  const list = element("vscode-single-select", { ".label": label, onchange: () => onchange(list.value) });
  offer(list, options, chosen);
  return list;
}

type Button = HTMLElementTagNameMap["vscode-button"];

/** A button that does something when it is pressed. `class: "primary"`: what a form is for; `"quiet"`: without a background. */
export const button = (
  label: string,
  onclick: () => void,
  attributes: Readonly<Record<string, string | boolean>> = {},
): Button => {
  const made = element(
    "vscode-button",
    { secondary: attributes["class"] !== "primary", ...attributes, onclick },
    label,
  );
  // the library shows it to the eye alone
  made.addController({ hostUpdated: () => made.setAttribute("aria-disabled", String(made.disabled)) });
  return made;
};

/** A button that sends its form. */
export const submitButton = (label: string, attributes: Readonly<Record<string, string | boolean>> = {}): Button =>
  button(label, () => undefined, { type: "submit", ...attributes });
