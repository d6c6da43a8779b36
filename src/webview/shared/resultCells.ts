import type { Language } from "../../text/catalogue";
import { neverFormula } from "../../text/csvCell";
import { dateTimeText, numberText } from "../../text/formats";
import type { CellValue, ResultColumn } from "./queryRows";

/** Longest text of a cell in the table; the title has more. */
export const maxCellLength = 200;

/** What a cell says: times as people read them, numbers with their digits as they are. Empty where there is nothing. */
export function cellText(value: CellValue, { type }: ResultColumn, language: Language): string {
  if (value === null) return "";
  if (type === "time" && typeof value === "number") return dateTimeText(value, language);
  return String(value);
}

/** The same on a chart. */
export function numberOnChart(value: number, language: Language): string {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
  return numberText(rounded, language);
}

const digits = /^-?\d{1,78}$/;

/** The number that a cell stands for; null where it is none. */
export function numberOf(value: CellValue): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" && digits.test(value) ? Number(value) : null;
}

/** Puts values of one column in order: numbers by what they are, nothing first. */
export function compareCells(one: CellValue, other: CellValue): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === "string" && typeof other === "string") {
    if (digits.test(one) && digits.test(other)) {
      const [left, right] = [BigInt(one), BigInt(other)];
      return left < right ? -1 : left > right ? 1 : 0;
    }
    return one < other ? -1 : 1;
  }
  return Number(one) - Number(other);
}

/** What a cell leads to: a hash a transaction, an address its page, a number in a column of blocks a block. */
export function linkOf(
  value: CellValue,
  { name }: ResultColumn,
): { readonly what: "block" | "transaction" | "address"; readonly key: string } | undefined {
  if (
    typeof value === "number" &&
    /^(?:block|number|first_block|last_block)$/i.test(name) &&
    Number.isSafeInteger(value)
  )
    return value >= 0 ? { what: "block", key: String(value) } : undefined;
  if (typeof value !== "string") return undefined;
  if (/^0x[0-9a-f]{40}$/i.test(value)) return { what: "address", key: value };
  if (/^0x[0-9a-f]{64}$/i.test(value) && /^(?:hash|tx_?hash|transaction)$/i.test(name))
    return { what: "transaction", key: value };
  return undefined;
}

/** A cell of tab separated text. Every account may write to a chain: what a spreadsheet would take for a formula is made plain. */
export function pastedCell(value: CellValue, column: ResultColumn, language: Language): string {
  const text = typeof value === "string" ? neverFormula(value) : cellText(value, column, language);
  return text.replaceAll(/[\t\r\n]+/g, " ");
}
