import "@vscode-elements/elements/dist/vscode-textfield/index.js";
import { element } from "./dom";

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
