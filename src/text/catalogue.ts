/** A sentence for a person, not yet in a language: English with `{0}` placeholders, the key under which the catalogue has Chinese. */
export interface LocalizableText {
  readonly text: string;
  readonly args: readonly Argument[];
}

/** What fills a placeholder. A list gets the separators of the language that it is said in. */
type Argument = string | number | readonly string[];

/** The languages of Chainside: English, which is in the sources, and Simplified Chinese, which is in `l10n/zh-cn`. */
export type Language = "en" | "zh";

/** Gives the Chinese of an English sentence, `undefined` where there is none. */
export type Lookup = (english: string) => string | undefined;

/** `zh-cn`, `zh_CN.UTF-8`, `zh-Hans` and the like mean Simplified Chinese, our one language besides English. */
export function languageOf(locale: string): Language {
  return /^zh\b/i.test(locale.replace("_", "-")) ? "zh" : "en";
}

const english: Lookup = () => undefined;
let chosen: { readonly language: Language; readonly lookup: Lookup } = { language: "en", lookup: english };

/**
 * Chooses the language of this process. It is done once at the start: by the extension with VS Code's own look-up, every other program
 * with the file beside it (`catalogueFile.ts`). Until then everything is said in English.
 */
export function useCatalogue(language: Language, lookup: Lookup = english): void {
  chosen = { language, lookup };
}

/** The language that was chosen. */
export const chosenLanguage = (): Language => chosen.language;

/** Of a text that is kept in both languages, the one for the person in front. */
export function inChosenLanguage(entry: { readonly en: string; readonly zh: string }): string {
  return entry[chosen.language];
}

/** Marks a text that is said later, or elsewhere: `say` finds the language then. */
export function text(english: string, ...args: readonly Argument[]): LocalizableText {
  return { text: english, args };
}

/** What stands between the items of a list. */
export const listMark = (language: Language): string => (language === "zh" ? "、" : ", ");

function filled(sentence: string, args: LocalizableText["args"], language: Language): string {
  return sentence.replace(/\{(\d+)\}/g, (placeholder, index: string) => {
    const value = args[Number(index)];
    if (value === undefined) return placeholder;
    return typeof value === "object" ? value.join(listMark(language)) : String(value);
  });
}

/** The text in the chosen language, with its arguments filled in. */
export function say({ text: sentence, args }: LocalizableText): string {
  return filled(chosen.lookup(sentence) ?? sentence, args, chosen.language);
}

/** The same at once: `t("{0} files", 3)`. */
export function t(english: string, ...args: readonly Argument[]): string {
  return say({ text: english, args });
}

/** The text in English whatever was chosen: what programs read is never translated. */
export function sayInEnglish({ text: sentence, args }: LocalizableText): string {
  return filled(sentence, args, "en");
}

const phrases = new Set<string>();

/** Marks a part of a longer sentence, such as what an argument must look like. It stays English until `sayPhrase`. */
export function phrase(english: string): string {
  phrases.add(english);
  return english;
}

/** A marked part in the chosen language; anything else as it is. */
export function sayPhrase<Value>(value: Value): Value | string {
  return typeof value === "string" && phrases.has(value) ? (chosen.lookup(value) ?? value) : value;
}
