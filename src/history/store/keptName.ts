import { createHash } from "node:crypto";
import { withoutNull } from "./historyStore";

/** Characters of a name that stays whole: what a column has room for by which rows are found. */
const maxLength = 255;
const digitsOfCut = 8;

/** As every database keeps it: no text in UTF-8 has half of a character. */
const kept = (text: string): string => withoutNull(text).replaceAll(/\p{Surrogate}/gu, "\ufffd");

/**
 * A name that a chain makes up, the same in every database: one that is too long is cut, with the first digits of its hash behind it. So
 * are signatures that are counted, and recipients that are no address.
 */
export function keptName(name: string): string {
  if (name.length <= maxLength) return kept(name);
  const digits = createHash("sha256").update(name).digest("hex").slice(0, digitsOfCut);
  return `${kept(name.slice(0, maxLength - digitsOfCut - 1))}…${digits}`;
}
