import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { halfWidthOf, readFullWidth, writings } from "../../text/halfWidth";
import { readSql } from "./sqlText";

/** Charts of what SQL answers. */
export const sqlCharts = ["bars", "line"] as const;
export type SqlChart = (typeof sqlCharts)[number];

/** A word of a request. */
export interface Word {
  readonly text: string;
  /** In single quotes: taken as it stands. */
  readonly literal?: boolean;
  /** Written without quotes: only such a word can be an option. */
  readonly bare: boolean;
  /** Where it stands in the cell, in UTF-16 units, with its quotes. */
  readonly start: number;
  readonly end: number;
}

/** A line of a cell that holds something. */
interface WordLine {
  /** From 0. */
  readonly line: number;
  readonly words: readonly Word[];
}

const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };

/** Whether SQL follows: `sql`, `NAME = sql`, with a chart or without one, and none yet. */
function beginsSql(words: readonly Word[]): boolean {
  const [, equals] = words;
  const own = equals?.bare === true && equals.text === "=" ? words.slice(2) : words;
  return own[0]?.bare === true && own[0].text === "sql" && own.every(({ bare }) => bare);
}

/**
 * Takes a cell apart into requests and words. A request is a line; it goes on where a bracket or quote is open, or after a backslash.
 * Quotes hold a word together ("…" with the escapes of JSON, '…' as it stands), brackets too; # begins a remark.
 */
export class CellReader {
  readonly #text: string;
  #at = 0;
  #line = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Every line that holds something.
   * @throws ChainError usage `requestQuotes`, `requestBrackets`, `requestFullWidth`, each naming the line
   */
  lines(): WordLine[] {
    const { found, refused } = this.linesRead();
    if (refused) throw refused;
    return found;
  }

  /** The lines up to the one that can't be read, and why it can't: what is behind an open quote or bracket can't be told apart. */
  linesRead(): { readonly found: WordLine[]; readonly refused?: ChainError } {
    const found: WordLine[] = [];
    try {
      this.#read(found);
      return { found };
    } catch (error) {
      if (error instanceof ChainError) return { found, refused: error };
      throw error;
    }
  }

  #read(found: WordLine[]): void {
    let words: Word[] = [];
    let line = 0;
    while (this.#at < this.#text.length) {
      const next = this.#peek();
      if (beginsSql(words)) {
        if (/\s/.test(next)) this.#take();
        else words.push(this.#beginsOption() ? this.#word() : this.#sql());
      } else if (next === "\n") {
        if (words.length > 0) found.push({ line, words });
        words = [];
        this.#take();
      } else if (next === "\\" && /^\\\r?\n/.test(this.#text.slice(this.#at, this.#at + 3))) {
        while (this.#take() !== "\n");
      } else if (next === "#") {
        while (this.#at < this.#text.length && this.#peek() !== "\n") this.#take();
      } else if (/\s/.test(next)) {
        this.#take();
      } else {
        if (words.length === 0) line = this.#line;
        words.push(this.#word());
      }
    }
    if (words.length > 0) found.push({ line, words });
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #take(): string {
    const taken = this.#peek();
    this.#at++;
    if (taken === "\n") this.#line++;
    return taken;
  }

  #beginsOption(): boolean {
    const begun = this.#text.slice(this.#at, this.#at + 10).split(/\s/);
    return begun.length > 1 && sqlCharts.some((chart) => begun[0] === `--${chart}`);
  }

  /** SQL as it stands, over lines, up to a `;`. */
  #sql(): Word {
    const { length } = readSql(this.#text.slice(this.#at));
    const start = this.#at;
    while (this.#at < start + length) this.#take();
    return { text: this.#text.slice(start, this.#at), bare: false, literal: true, start, end: this.#at };
  }

  #word(): Word {
    const start = this.#at;
    const first = this.#peek();
    if (first === '"' || first === "'") {
      const text = this.#quoted();
      if (!/^\s?$/.test(this.#peek())) throw clientError("requestQuotes", { line: this.#line + 1 });
      return { text, bare: false, literal: first === "'", start, end: this.#at };
    }
    this.#refuseFullWidth();
    let text = "";
    while (this.#at < this.#text.length && !/\s/.test(this.#peek())) {
      text += this.#peek() in closing ? this.#bracketed() : this.#take();
    }
    return { text, bare: true, start, end: this.#at };
  }

  /** A word that begins with a curly quote, or a list whose signs are full-width: neither holds together what a person sees in it. */
  #refuseFullWidth(): void {
    if (!this.#mayBeFullWidth()) return;
    const end = this.#text.indexOf("\n", this.#at);
    const rest = this.#text.slice(this.#at, end < 0 ? undefined : end);
    const writing = this.#peek() in closing ? writings.values : writings.requests;
    const { first, converted } = readFullWidth(rest, writing);
    const inWord =
      first !== undefined && (writing === writings.values ? !/\s/.test(rest.slice(0, first.index)) : first.index === 0);
    if (inWord) throw clientError("requestFullWidth", { line: this.#line + 1, found: first.sign, converted });
  }

  /** Looked at before the rest of a line is read, which would be read again and again in a line of many words. */
  #mayBeFullWidth(): boolean {
    const sign = this.#peek();
    if (!(sign in closing)) return /["']/.test(halfWidthOf(sign) ?? "");
    for (let at = this.#at; at < this.#text.length; at++) {
      const next = this.#text[at] ?? "";
      if (halfWidthOf(next) !== undefined) return true;
      if (/\s/.test(next)) return false;
    }
    return false;
  }

  /** What stands between brackets, with them, as it is written. */
  #bracketed(): string {
    const start = this.#at;
    const line = this.#line + 1;
    const unbalanced = (): Error => clientError("requestBrackets", { line });
    const open: string[] = [];
    do {
      const next = this.#peek();
      if (this.#at >= this.#text.length) throw unbalanced();
      if (next === '"') {
        this.#literal();
        continue;
      }
      if (next in closing) open.push(closing[next] ?? "");
      else if (next === open.at(-1)) open.pop();
      else if ("]})".includes(next)) throw unbalanced();
      this.#take();
    } while (open.length > 0);
    return this.#text.slice(start, this.#at);
  }

  #literal(): string {
    const line = this.#line + 1;
    const quote = this.#peek();
    const [literal] = (quote === '"' ? /^"(?:[^"\\]|\\.)*"/s : /^'[^']*'/).exec(this.#text.slice(this.#at)) ?? [];
    if (literal === undefined) throw clientError("requestQuotes", { line });
    for (let taken = 0; taken < literal.length; taken++) this.#take();
    return literal;
  }

  #quoted(): string {
    const line = this.#line + 1;
    const literal = this.#literal();
    if (literal.startsWith("'")) return literal.slice(1, -1);
    try {
      const control = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
      return String(JSON.parse(literal.replace(/[\n\r\t]/g, (each) => control[each as keyof typeof control])));
    } catch {
      throw clientError("requestQuotes", { line });
    }
  }
}
