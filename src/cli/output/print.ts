import { visibleJson, visibleLine, visibleText } from "../../text/visibleText";

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

/** Standard output, where it is a terminal, begins anew. */
export function clearScreen(): void {
  if (process.stdout.isTTY) process.stdout.write("\u001b[2J\u001b[3J\u001b[H");
}

/** On standard error, where it is a terminal: one line that the next one replaces. An empty text takes it away. */
export function showStatus(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${visibleLine(text)}`);
}
