import { visibleJson, visibleText } from "../text/visibleText";

/** The only way to standard output and standard error: what a chain says must not steer the terminal (docs/security.md). */

/** For people: one or several lines. */
export function print(text: string): void {
  console.log(visibleText(text));
}

/** For programs. Takes JSON; the value stays the same. */
export function printJson(json: string): void {
  console.log(visibleJson(json));
}

/** On standard error. */
export function complain(text: string): void {
  console.error(visibleText(text));
}
