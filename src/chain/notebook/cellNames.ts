import { isVariable } from "./variables";

/** A place in a cell where a variable is named: what keeps an answer, or what takes it. */
export interface VariablePosition {
  readonly name: string;
  /** UTF-16 units, without the dollar. */
  readonly start: number;
  readonly end: number;
  readonly keeps: boolean;
}

/** A word of a line, as it is written. */
interface CellWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const used = /\$(\$|[A-Za-z_][A-Za-z0-9_]{0,63})/g;
const kept = /^([A-Za-z_][A-Za-z0-9_]*)[ \t]*=(?:[ \t]|$)/;

/** A cell with blanks for remarks and for what is quoted as it stands: nothing is named in there. */
function blanked(cell: string): string {
  let plain = "";
  let quote = "";
  for (const letter of cell) {
    const blank = letter === "\n" ? letter : " ".repeat(letter.length);
    if (quote === "#") {
      plain += blank;
      if (letter === "\n") quote = "";
    } else if (quote === "" && letter === "#" && /(?:^|\s)$/.test(plain.slice(-1))) {
      quote = "#";
      plain += blank;
    } else {
      if (quote === "" && (letter === '"' || letter === "'")) quote = letter;
      else if (letter === quote) quote = "";
      plain += quote === "'" && letter !== "'" ? blank : letter;
    }
  }
  return plain;
}

/** Where a cell names variables, also while it is half written. */
export function variablePositions(cell: string): VariablePosition[] {
  const places: VariablePosition[] = [];
  let at = 0;
  for (const plain of blanked(cell).split("\n")) {
    const indent = plain.length - plain.trimStart().length;
    const [, name = ""] = kept.exec(plain.trimStart()) ?? [];
    if (isVariable(name)) places.push({ name, start: at + indent, end: at + indent + name.length, keeps: true });
    for (const { index, 1: word = "" } of plain.matchAll(used))
      if (word !== "$")
        places.push({ name: word, start: at + index + 1, end: at + index + 1 + word.length, keeps: false });
    at += plain.length + 1;
  }
  return places;
}

/** The words of the line that an offset is in, up to and with the one that the offset is in; without `NAME =` before a request. */
export function wordsUpTo(cell: string, offset: number): CellWord[] {
  const start = cell.lastIndexOf("\n", offset - 1) + 1;
  const end = cell.indexOf("\n", offset);
  const line = blanked(cell).slice(start, end < 0 ? undefined : end);
  const words = [...line.matchAll(/\S+/g)]
    .map(({ 0: text, index }): CellWord => ({ text, start: start + index, end: start + index + text.length }))
    .filter((each) => each.start <= offset);
  return words[1]?.text === "=" ? words.slice(2) : words;
}
