import { chosenLanguage } from "./catalogue";

/**
 * What a spreadsheet takes for a formula where it begins so, in every width: `=`, `+`, `@`, a tab or the end of a line, and `-` before
 * anything but digits. Any account that writes to a chain chooses texts that others export.
 */
const formula = /^[=+@＝＋＠\t\r\n]|^[-－](?!\d+$)/;

/** A text as a spreadsheet shows it and never calculates it: where it would, an apostrophe stands before it. */
export const neverFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/**
 * A cell of a line of CSV (RFC 4180); empty where there is nothing, and an empty text is `""`. What holds a mark of the form, or blanks
 * at an end, stands in quotation marks.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = neverFormula(value);
  return /^$|[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What spreadsheets know UTF-8 by, which take a file of Chinese for another encoding without it. */
export const byteOrderMark = "\ufeff";

/** Whether a file of CSV begins with it where the person didn't say: in Chinese. */
export const usualByteOrderMark = (): boolean => chosenLanguage() === "zh";
