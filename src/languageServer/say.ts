import * as l10n from "@vscode/l10n";
import type { LocalizableText } from "../nodeConfig/localizableText";
import { escapeMarkdown } from "../text/markdown";
import { visibleLine } from "../text/visibleText";

/** A text of the configuration rules in the language of the editor; what it quotes of the file can do nothing. */
export function say(message: LocalizableText): string {
  return visibleLine(l10n.t(message.text, ...message.args));
}

/** The same as Markdown. */
export const sayInMarkdown = (message: LocalizableText): string => escapeMarkdown(say(message));
