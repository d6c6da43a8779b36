import { type LocalizableText, say } from "../../text/catalogue";
import { escapeMarkdown } from "../../text/markdown";
import { visibleLine } from "../../text/visibleText";

/** A text of the configuration rules in the language of the editor; what it quotes of the file can do nothing. */
export function sayVisibly(message: LocalizableText): string {
  return visibleLine(say(message));
}

/** The same as Markdown. */
export const sayInMarkdown = (message: LocalizableText): string => escapeMarkdown(sayVisibly(message));

/** Solidity in a fence that it can't end. */
export function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}solidity\n${text}\n${fence}\n`;
}
