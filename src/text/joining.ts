import { chosenLanguage, type Language, listMark, t } from "./catalogue";

/**
 * Parts of a sentence and sentences one after the other, with the marks of the chosen language: those of Chinese have full width, and no
 * blank beside them.
 */

/** Things side by side: `node0, node1`, `node0、node1`. */
export function listed(items: readonly (string | number)[], language: Language = chosenLanguage()): string {
  return items.join(listMark(language));
}

/** The first of things side by side, and how many more there are. */
export function shortListed(items: readonly string[], max: number): string {
  const more = items.length - max;
  const shown = listed(items.slice(0, max));
  return more > 0 ? t("{0} and {1} more", shown, more) : shown;
}

/** Parts of one sentence: `block 3, group0`, `区块 3，group0`. Empty ones are left out. */
export function clauses(parts: readonly string[], language: Language = chosenLanguage()): string {
  return parts.filter(Boolean).join(language === "zh" ? "，" : ", ");
}

/** Parts that have commas of their own: `a, b; c`. */
export function separated(parts: readonly string[], language: Language = chosenLanguage()): string {
  return parts.filter(Boolean).join(language === "zh" ? "；" : "; ");
}

/** A label and what it says: `Hash: 0x…`, `哈希：0x…`. */
export function labelled(label: string, value: string, language: Language = chosenLanguage()): string {
  return `${label}${language === "zh" ? "：" : ": "}${value}`;
}

/** A note behind a text: `admin (none)`, `管理员（无）`. Without a note, the text alone. */
export function noted(text: string, note: string, language: Language = chosenLanguage()): string {
  if (note === "") return text;
  return language === "zh" ? `${text}（${note}）` : `${text} (${note})`;
}

/** The sentence with a full stop where it has no mark at its end; an empty one stays empty. */
export function stopped(sentence: string, language: Language = chosenLanguage()): string {
  return sentence === "" || /[.!?:。！？：…]$/.test(sentence)
    ? sentence
    : `${sentence}${language === "zh" ? "。" : "."}`;
}

/** The line as a sentence begins, unless it begins with one of these names, which stay as they are. */
export function capitalized(line: string, names: readonly string[] = []): string {
  return names.some((name) => name !== "" && line.startsWith(name))
    ? line
    : line.charAt(0).toUpperCase() + line.slice(1);
}

/** Sentences one after the other, the empty ones left out; a mark of full width is its own space. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .reduce((text, next) => (text === "" ? next : `${text}${/[。！？：；…]$/.test(text) ? "" : " "}${next}`), "");
}
