import { text } from "../../text/catalogue";
import { halfWidthOf } from "../../text/halfWidth";
import type { IniLine } from "../document/iniLine";
import { lineRange } from "../text/textRange";
import { type Fix, fix } from "./fix";

/** A line that was meant as a comment: the node knows `;` and `#` only. */
const fullWidthComment = /^[ \t\v\f\r\u3000]*[；＃]/u;

const converted = (part: string): string => Array.from(part, (each) => halfWidthOf(each) ?? each).join("");

/** Of a value only what is no text of another language: a path or a name may have any character. */
function convertedValue(value: string): string {
  const plain = converted(value);
  return /[^\0-\x7f]/.test(plain) ? value : plain;
}

/** Whether a line begins with a full-width mark of a comment, and so is an entry for the node, or nothing at all. */
export const isFullWidthComment = (line: IniLine): boolean => fullWidthComment.test(line.text);

function halfWidthLine(line: string): string {
  const [blanks = ""] = /^[ \t\v\f\r\u3000]*/u.exec(line) ?? [];
  const rest = line.slice(blanks.length);
  const indent = converted(blanks);
  if (rest === "") return line;
  if (fullWidthComment.test(rest)) return indent + converted(rest[0] ?? "") + rest.slice(1);
  if (/^[;#]/.test(rest)) return line; // in a comment everything may stand
  if (/^[[［【]/u.test(rest)) return indent + converted(rest);
  const equals = rest.search(/[=＝]/u);
  if (equals < 0) return line;
  const name = converted(rest.slice(0, equals));
  const value = rest.slice(equals + 1);
  return `${indent}${/[^\0-\x7f]/.test(name) ? rest.slice(0, equals) : name}=${convertedValue(value)}`;
}

/** Converts the full-width signs of a line, where it has some that mean something: a comment stays a comment. */
export function halfWidthFixes(line: IniLine, index: number): Fix[] {
  const now = halfWidthLine(line.text);
  if (now === line.text) return [];
  return [fix(text("Convert to Half-Width"), [{ range: lineRange(index, 0, line.text.length), newText: now }])];
}
