import "@vscode-elements/elements/dist/vscode-option/index.js";
import "@vscode-elements/elements/dist/vscode-single-select/index.js";
import { element, replaceChildren } from "./dom";

type Choice = HTMLElementTagNameMap["vscode-single-select"];
/** A value, and what is read of it. */
export type Option = readonly [value: string, label: string];

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
