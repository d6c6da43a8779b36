import { KeyFileError } from "../../crypto/keyFiles/keyFileError";
import { isChinese, loadTranslation } from "../translation";

/** What went wrong with a key file, without a stack and without anything secret. */
export async function keyFileTrouble(error: unknown, locale: string): Promise<string[]> {
  if (error instanceof KeyFileError) {
    const translate = await loadTranslation(locale);
    const say = (english: string): string => translate(english) ?? english;
    const detail = error.detail === undefined ? "" : ` (${error.detail})`;
    return [`${say(error.message)}${detail}${isChinese(locale) ? "" : " "}${say(error.advice)}`];
  }
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return [`${path} exists and is left as it is; choose another --out.`];
  if (code === "ENOENT") return [`there is no file or folder "${path}".`];
  return [message];
}
