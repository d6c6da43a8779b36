import "@vscode-elements/elements/dist/vscode-button/index.js";
import { element } from "./dom";

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
