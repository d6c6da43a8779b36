// The texts of a language, from the files that the build joins.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Texts = Readonly<Record<string, string>>;
const read = (path: string): Texts => JSON.parse(readFileSync(path, "utf8")) as Texts;

/** Texts of the manifest by their keys. */
export const words = (locale: string): Texts =>
  read(locale === "en" ? "package.nls.json" : `package.nls.${locale}.json`);

const known = new Map<string, Texts>();

/** Texts of the extension by the English ones. They stay what they are while tests run, and are asked for thousands of times. */
export function translationsOf(locale: string): Texts {
  if (locale === "en") return {};
  const folder = join("l10n", locale);
  const texts = known.get(locale);
  if (texts) return texts;
  const all = Object.assign({}, ...readdirSync(folder).map((file) => read(join(folder, file)))) as Texts;
  known.set(locale, all);
  return all;
}
