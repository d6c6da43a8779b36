import type { Plain } from "../document/plain";

/** Something that is written as it stands: a reference, a comparison. */
export class Written {
  constructor(readonly text: string) {}
}

/** What a recorded step holds: plain values, with references among them. */
export type Recorded = Plain | Written | readonly Recorded[] | { readonly [name: string]: Recorded };

/** `${name}`, in the quotes that lists and maps want. */
export const reference = (name: string): Written => new Written(`"$\{${name}}"`);

/** Whatever it is. */
export const anything = new Written("{ $any: }");

const nothing = new Set(["null", "Null", "NULL"]);

/** Letters that no word without quotes may have behind its first one. */
const isPlain = (text: string): boolean =>
  /^(?:[\p{L}0-9_/]|\$(?=[A-Za-z]))(?:[\p{L}\p{M}\w./@+()]|:(?=\w))*$/u.test(text) && !nothing.has(text);

/** A text as one scalar that is read back as the same, in one line. */
export function scalarText(text: string): string {
  if (/^-\d+$/.test(text)) return text;
  return isPlain(text) ? text : JSON.stringify(text.split("$" + "{").join("$$" + "{"));
}

/** A value in one line, as lists and maps are written in brackets. */
export function valueText(value: Recorded): string {
  if (value === null) return "null";
  if (value instanceof Written) return value.text;
  if (typeof value === "string") return scalarText(value);
  if (Array.isArray(value)) return `[${(value as readonly Recorded[]).map(valueText).join(", ")}]`;
  const members = Object.entries(value).map(([name, each]) => `${scalarText(name)}: ${valueText(each as Recorded)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
