import { createHash } from "node:crypto";
import { countedMs } from "../schema/baseTables";
import { type StoredRow, withoutNull } from "../store/historyStore";

/** Characters of a name that stays whole: what the column holds. */
const longest = 255;
const digitsOfCut = 8;

/** As every database keeps it: no text in UTF-8 has half of a character. */
const kept = (text: string): string => withoutNull(text).replaceAll(/\p{Surrogate}/gu, "\ufffd");

/** A name as it is counted: one that is too long is cut, with the first digits of its hash behind it. */
function countedName(name: string): string {
  if (name.length <= longest) return kept(name);
  const digits = createHash("sha256").update(name).digest("hex").slice(0, digitsOfCut);
  return `${kept(name.slice(0, longest - digitsOfCut - 1))}…${digits}`;
}

/** How often events came and functions were called: for each ten minutes, contract and name, to be added to what is there. */
export class TimedCounts {
  readonly #rows = new Map<string, [kind: string, name: string, time: number, contract: string, total: number]>();

  /**
   * Counts one.
   * @param name signature where an ABI tells it; else topic or selector, or nothing
   * @param time of its block, in milliseconds since 1970
   */
  add(kind: "event" | "call", name: string, time: number, contract: string): void {
    const [counted, address, begin] = [countedName(name), kept(contract), time - (time % countedMs)];
    const key = `${kind} ${begin} ${address.length} ${address}${counted}`;
    const row = this.#rows.get(key);
    if (row) row[4] += 1;
    else this.#rows.set(key, [kind, counted, begin, address, 1]);
  }

  get rows(): StoredRow[] {
    return [...this.#rows.values()];
  }
}
