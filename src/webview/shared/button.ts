import "@vscode-elements/elements/dist/vscode-button/index.js";
import { element } from "./dom";

type Button = HTMLElementTagNameMap["vscode-button"];

/** A button that does something when it is pressed. `class: "primary"`: what a form is for; `"quiet"`: without a background. */
export const button = (
  label: string,
  onclick: () => void,
  attributes: Readonly<Record<string, string | boolean>> = {},
): Button => element("vscode-button", { secondary: attributes["class"] !== "primary", ...attributes, onclick }, label);

/** A button that sends its form. */
export const submitButton = (label: string, attributes: Readonly<Record<string, string | boolean>> = {}): Button =>
  button(label, () => undefined, { type: "submit", ...attributes });
