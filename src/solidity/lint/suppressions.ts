import type { SourceFile } from "../language/names/declarations";
import type { SourceText } from "../program/sourceText";

/** `// chainside-disable-next-line time.seconds, coin.moved`; without a rule all are meant. */
const order = /^\/[/*][/*!]{0,2}\s{0,20}chainside-disable(-next-line|-line)?(?![\w-])([\w., \t]{0,400})/;

/** Which findings a source takes back by remarks. */
export class Suppressions {
  /** Rules by the lines, from 0, for which they are taken back; `*`: all rules. */
  readonly #lines = new Map<number, Set<string>>();
  readonly #file = new Set<string>();

  constructor({ tokens }: SourceFile, text: SourceText) {
    for (const { start, end } of tokens.comments) {
      const [all, where, named = ""] = order.exec(tokens.text.slice(start, Math.min(end, start + 500))) ?? [];
      if (all === undefined) continue;
      const rules = named.split(/[\s,]+/).filter((each) => each !== "");
      const set = this.#setOf(where, text.positionOf(start).line, text.positionOf(end).line);
      for (const each of rules.length > 0 ? rules : ["*"]) set.add(each);
    }
  }

  #setOf(where: string | undefined, first: number, last: number): Set<string> {
    if (where === undefined) return this.#file;
    const line = where === "-line" ? first : last + 1;
    const set = this.#lines.get(line) ?? new Set<string>();
    this.#lines.set(line, set);
    return set;
  }

  covers(rule: string, line: number): boolean {
    const has = (set: ReadonlySet<string> | undefined): boolean => set !== undefined && (set.has("*") || set.has(rule));
    return has(this.#file) || has(this.#lines.get(line));
  }
}
