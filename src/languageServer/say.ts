import * as l10n from "@vscode/l10n";
import type { LocalizableText } from "../nodeConfig/localizableText";

/** A text of the configuration rules in the language of the editor. */
export function say(message: LocalizableText): string {
  return l10n.t(message.text, ...message.args);
}
