// For programs without VS Code: the command line, the language server, the debug adapter, what runs tests.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Language, languageOf, useCatalogue } from "./catalogue";

type Bundle = Readonly<Record<string, string>>;
let bundle: Bundle | undefined;

/** The file lies beside the program; a chunk of it lies one folder deeper, the sources beside `dist`. */
function readBundle(): Bundle {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of [here, dirname(here), join(here, "../../dist")]) {
    try {
      return JSON.parse(readFileSync(join(folder, "l10n/bundle.l10n.zh-cn.json"), "utf8")) as Bundle;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return {};
}

/** The Chinese of an English sentence, whatever language was chosen: for those who are to be found by words of either. */
export function chineseWords(english: string): string | undefined {
  bundle ??= readBundle();
  return Object.hasOwn(bundle, english) ? bundle[english] : undefined;
}

/** The locale of the terminal, as programs are told it; where they aren't, as on Windows, that of the system. */
export function terminalLocale(environment: NodeJS.ProcessEnv, system = systemLocale): string {
  return environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || system();
}

const systemLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

/** Says everything in that language from now on; an unknown locale gets English. */
export function useLocale(locale: string): Language {
  const language = languageOf(locale);
  if (language === "en") useCatalogue("en");
  else {
    bundle ??= readBundle();
    useCatalogue("zh", chineseWords);
  }
  return language;
}
