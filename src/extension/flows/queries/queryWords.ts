/** A word of a query: a name, or something between quotation marks. Offsets are in UTF-16. */
export interface QueryWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** A sign such as `.` or `(`; names have letters. */
  readonly isName: boolean;
}

/** A longer query is shown as it is, without help. */
const maxCharacters = 200_000;

const isLetter = (character: string): boolean => /[\p{L}\p{N}_]/u.test(character);

/** Where what begins at an offset ends: behind the closing mark, or at the end of the text. */
function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/**
 * The words of a query in their order, without comments, blanks and texts, in linear time. What stands between double quotation marks is a
 * name.
 */
export function queryWords(text: string): QueryWord[] {
  const words: QueryWord[] = [];
  if (text.length > maxCharacters) return words;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const pair = text.slice(at, at + 2);
    if (pair === "--") at = after(text, "\n", at);
    else if (pair === "/*") at = after(text, "*/", at + 2);
    else if (character === "'") at = after(text, "'", at + 1);
    else if (character === '"') {
      const to = after(text, '"', at + 1);
      words.push({ text: text.slice(at + 1, to - 1), from: at, to, isName: true });
      at = to;
    } else if (isLetter(character)) {
      let to = at;
      while (to < text.length && isLetter(text[to] ?? "")) to += 1;
      words.push({ text: text.slice(at, to), from: at, to, isName: true });
      at = to;
    } else {
      if (character.trim() !== "") words.push({ text: character, from: at, to: at + 1, isName: false });
      at += 1;
    }
  }
  return words;
}

/** Words behind a table that are no name for it. */
const notNames: ReadonlySet<string> = new Set(
  "where group order limit join left inner cross natural on using union having window as except intersect set".split(
    " ",
  ),
);

/**
 * Which tables a query names behind FROM, JOIN and commas, by the name that they have in it, in small letters: the alias where there is
 * one.
 */
export function namedTables(words: readonly QueryWord[]): Map<string, string> {
  const tables = new Map<string, string>();
  words.forEach((word, place) => {
    if (!/^(?:from|join)$/i.test(word.text)) return;
    for (let at = place + 1; at < words.length; ) {
      const table = words[at];
      if (!table?.isName) return;
      let next = at + 1;
      if (/^as$/i.test(words[next]?.text ?? "")) next += 1;
      const alias = words[next];
      const hasAlias = alias?.isName === true && !notNames.has(alias.text.toLowerCase());
      tables.set((hasAlias ? alias.text : table.text).toLowerCase(), table.text.toLowerCase());
      if (hasAlias) next += 1;
      if (words[next]?.text !== ",") return;
      at = next + 1;
    }
  });
  return tables;
}
