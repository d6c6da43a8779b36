import type * as vscode from "vscode";
import { visibleInPlace, visibleLine, visibleText } from "../../../text/visibleText";

/**
 * Text on its way to the screen. It may hold what a chain, a node or a file of the workspace says, so that VS Code must find nothing in
 * it to obey: no control character, no icon, no link (docs/security.md).
 */

/** VS Code makes links of `[text](command:…)` in messages and questions. */
const withoutLinks = (text: string): string => text.replaceAll("](", "] (");

/** A message or the line of a question, whose lines stay lines. */
export const shownMessage = (text: string): string => withoutLinks(visibleText(text));

/** Our own icons stand at the beginning of a label; what looks like one further on is foreign. */
const ownIcon = /^\$\([a-z~-]{1,40}\)(?= |$)/;

/** A label that draws icons: of a quick pick, the status bar. Only the icon that it begins with is drawn. */
export function shownLabel(text: string): string {
  const icon = ownIcon.exec(text)?.[0] ?? "";
  return icon + shownPlain(text.slice(icon.length));
}

/** The same for text that begins with no icon of ours. */
export const shownPlain = (text: string): string => visibleLine(text).replaceAll("$(", "\\$(");

/** A line of a quick pick; everything else about it stays. */
export function shownChoice<Item extends vscode.QuickPickItem>(item: Item): Item {
  const { label, description, detail } = item;
  return {
    ...item,
    label: shownLabel(label),
    ...(description === undefined ? {} : { description: shownPlain(description) }),
    ...(detail === undefined ? {} : { detail: shownPlain(detail) }),
  };
}

/** A text that is a document: lines and tabs stay, and every position in it. */
export const shownDocument = visibleInPlace;

/** Lines for the terminal of test results: foreign text shows, and does nothing there. */
export const terminalText = (lines: readonly string[]): string =>
  lines.map((line) => `${visibleText(line).replaceAll("\n", "\r\n")}\r\n`).join("");
