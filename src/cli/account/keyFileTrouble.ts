import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { chosenLanguage, type LocalizableText, say, sayInEnglish, text } from "../../text/catalogue";

function words(error: unknown, said: (message: LocalizableText) => string, space: string): string {
  if (error instanceof KeyFileError) {
    const detail = error.detail === undefined ? "" : ` (${error.detail})`;
    return `${said({ text: error.message, args: [] })}${detail}${space}${said(error.advice)}`;
  }
  const { code, path = "", message } = error as NodeJS.ErrnoException;
  if (code === "EEXIST")
    return said(text('The file "{0}" already exists and wasn\'t changed. Specify another --out.', path));
  return code === "ENOENT" ? said(text('No file or folder "{0}" found.', path)) : message;
}

/** What went wrong with a key file, without a stack and without anything secret, in the language of the terminal. */
export function keyFileTrouble(error: unknown): string {
  return words(error, say, chosenLanguage() === "zh" ? "" : " ");
}

/** The same for programs. */
export function keyFileTroubleInEnglish(error: unknown): string {
  return words(error, sayInEnglish, " ");
}
