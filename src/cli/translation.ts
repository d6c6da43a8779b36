import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Gives the sentence of the chosen language, `undefined` where English stands. */
export type Translate = (english: string) => string | undefined;

/** `zh_CN.UTF-8`, `zh-Hans` and the like mean Simplified Chinese, our one language besides English. */
export function isChinese(locale: string): boolean {
  return /^zh\b/i.test(locale.replace("_", "-"));
}

/** The locale of the terminal, as programs are told it. */
export function terminalLocale(environment: NodeJS.ProcessEnv): string {
  return environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || "en";
}

/** The translations lie beside the program; a chunk of it lies one folder deeper. */
async function readBundle(): Promise<Readonly<Record<string, string>>> {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of [here, dirname(here), join(here, "../../dist")]) {
    try {
      return JSON.parse(await readFile(join(folder, "l10n/bundle.l10n.zh-cn.json"), "utf8")) as Record<string, string>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return {};
}

/** Sentences of that locale; an unknown locale gets English. */
export async function loadTranslation(locale: string): Promise<Translate> {
  if (!isChinese(locale)) return () => undefined;
  const bundle = await readBundle();
  return (english) => (Object.hasOwn(bundle, english) ? bundle[english] : undefined);
}
