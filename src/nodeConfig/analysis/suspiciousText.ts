import { halfWidthOf } from "../../text/halfWidth";
import type { IniLine } from "../document/iniLine";

const blanks = " \t\v\f\r";
const commentAfterBlank = /[ \t\v\f\r][;#]/;
const nonAsciiBlank = /[\u0085\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/;
const nonAscii = /[^\0-\x7f]/u;

/**
 * Column at which a value seems to go over into a comment: `;` or `#` after a blank. The node knows no such comments, so
 * the text is part of the value.
 */
export function inlineCommentStart(line: IniLine): number | undefined {
  const first = line.text[line.valueStart];
  const before = line.text[line.valueStart - 1] ?? "";
  if ((first === ";" || first === "#") && before !== "" && blanks.includes(before)) return line.valueStart;
  const at = line.value.search(commentAfterBlank);
  return at < 0 ? undefined : line.valueStart + at + 1;
}

/** First blank that is none for the node (U+00A0, U+3000, zero-width ones). */
export function foreignBlank(value: string): string | undefined {
  return nonAsciiBlank.exec(value)?.[0];
}

/** A blank that is none for the node at the begin or the end of a value, where it can't be seen. */
export function edgeBlank(value: string): string | undefined {
  return [value[0], value.at(-1)].find((each) => each !== undefined && nonAsciiBlank.test(each));
}

/** First character outside ASCII. */
export function foreignCharacter(value: string): string | undefined {
  return nonAscii.exec(value)?.[0];
}

/** Whether a value begins or ends with a quote. */
export function hasQuote(value: string): boolean {
  return /^["']|["']$/.test(value);
}

/** `U+3000`, as characters are named. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Full-width letters, digits and blanks as ASCII, zero-width characters gone. */
export function asciiForm(value: string): string {
  return Array.from(value, (each) => halfWidthOf(each) ?? each)
    .join("")
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, "")
    .trim();
}
