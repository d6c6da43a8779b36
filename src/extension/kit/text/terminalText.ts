import { visibleText } from "../../../text/visibleText";

/** Lines for the terminal of test results: foreign text shows, and does nothing there. */
export const terminalText = (lines: readonly string[]): string =>
  lines.map((line) => `${visibleText(line).replaceAll("\n", "\r\n")}\r\n`).join("");
