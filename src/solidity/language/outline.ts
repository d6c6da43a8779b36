import { SourceText } from "../program/sourceText";
import type { OutlineItem, OutlineKind } from "./questions";
import { type Token, tokensOf } from "./tokens";

const openers = new Set(["(", "[", "{"]);
const callables = new Set(["function", "constructor", "receive", "fallback", "modifier"]);
const containers = new Set(["contract", "interface", "library"]);
const mostDetail = 120;

/** Reads declarations from tokens; whatever it does not understand it steps over. */
class OutlineReader {
  readonly #tokens: readonly Token[];
  readonly #index: SourceText;
  #at = 0;

  constructor(private readonly text: string) {
    this.#tokens = tokensOf(text);
    this.#index = new SourceText(text);
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? "";
  }

  #isWord(ahead = 0): boolean {
    return this.#tokens[this.#at + ahead]?.kind === "word";
  }

  get #ended(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Declarations up to the brace that closes, or the end. */
  read(inside: boolean): OutlineItem[] {
    const items: OutlineItem[] = [];
    while (!this.#ended) {
      const text = this.#peek();
      if (text === "}") {
        if (inside) return items;
        this.#at++;
        continue;
      }
      const before = this.#at;
      const item = this.#declaration(inside);
      if (item) items.push(item);
      if (this.#at === before) this.#at++;
    }
    return items;
  }

  #declaration(inside: boolean): OutlineItem | undefined {
    const text = this.#peek();
    const isAbstract = text === "abstract" && this.#peek(1) === "contract";
    if (!inside && this.#isWord() && (isAbstract || (containers.has(text) && this.#isWord(1)))) {
      const first = this.#at;
      if (isAbstract) this.#at++;
      const kind = isAbstract ? "abstract" : (text as OutlineKind);
      return this.#container(first, kind);
    }
    if (text === "pragma" || text === "import" || text === "using") {
      this.#skipStatement();
      return undefined;
    }
    if (callables.has(text) && this.#isWord()) return this.#callable();
    if ((text === "struct" || text === "enum") && this.#isWord(1)) return this.#members(text);
    if ((text === "event" || text === "error") && this.#isWord(1) && this.#peek(2) === "(") return this.#signal(text);
    if (text === "type" && this.#isWord(1) && this.#peek(2) === "is") {
      const first = this.#at;
      this.#at++;
      const name = this.#at++;
      this.#skipStatement();
      return this.#item("type", first, name, this.#between(name + 1, this.#at - 1), []);
    }
    return this.#isWord() ? this.#variable() : undefined;
  }

  #container(first: number, kind: OutlineKind): OutlineItem {
    const name = this.#at + 1;
    this.#at += 2;
    const heritage = this.#at;
    while (!this.#ended && this.#peek() !== "{" && this.#peek() !== "}") this.#at++;
    const detail = this.#between(heritage, this.#at);
    if (this.#peek() !== "{") return this.#item(kind, first, name, detail, []);
    this.#at++;
    const children = this.read(true);
    this.#at++;
    return this.#item(kind, first, name, detail, children);
  }

  #callable(): OutlineItem {
    const first = this.#at;
    const word = this.#peek();
    const named = this.#isWord(1) && (word === "function" || word === "modifier");
    const name = named ? first + 1 : first;
    this.#at = name + 1;
    const parameters = this.#at;
    if (this.#peek() === "(") this.#skipGroup();
    const afterParameters = this.#at;
    const words = new Set<string>();
    while (!this.#ended && ![";", "{", "}"].includes(this.#peek())) {
      words.add(this.#peek());
      if (this.#peek() === "(") this.#skipGroup();
      else this.#at++;
    }
    const isFunctionType = word === "function" && !named && this.#peek() === ";";
    if (isFunctionType) {
      // A variable that holds a function; its name is the last word.
      const last = this.#lastWord(afterParameters, this.#at);
      this.#at++;
      return this.#item("variable", first, last, this.#between(first, last), []);
    }
    const detail = this.#between(parameters, afterParameters);
    if (this.#peek() === "{") this.#skipGroup();
    else if (this.#peek() === ";") this.#at++;
    const kind = (named || word !== "function" ? word : "fallback") as OutlineKind;
    const external = word === "function" && (words.has("external") || words.has("public"));
    return { ...this.#item(kind, first, name, detail, []), external, ...(named ? {} : { name: "" }) };
  }

  #members(word: "struct" | "enum"): OutlineItem {
    const first = this.#at;
    const name = first + 1;
    this.#at += 2;
    const children: OutlineItem[] = [];
    if (this.#peek() === "{") {
      const open = this.#at;
      this.#skipGroup();
      const close = this.#at - 1;
      let begin = open + 1;
      const ender = word === "struct" ? ";" : ",";
      for (let i = open + 1; i <= close; i++) {
        const text = this.#tokens[i]?.text;
        if (text !== ender && i !== close) continue;
        const last = this.#lastWord(begin, i);
        if (last >= begin && i > begin) {
          const kind = word === "struct" ? "field" : "enumValue";
          children.push(this.#item(kind, begin, last, this.#between(begin, last), [], i));
        }
        begin = i + 1;
      }
    }
    return this.#item(word, first, name, "", children);
  }

  #signal(kind: "event" | "error"): OutlineItem {
    const first = this.#at;
    const name = first + 1;
    this.#at += 2;
    const parameters = this.#at;
    this.#skipGroup();
    const end = this.#at;
    this.#skipStatement();
    return this.#item(kind, first, name, this.#between(parameters, end), []);
  }

  #variable(): OutlineItem | undefined {
    const first = this.#at;
    let nameEnd = -1;
    let isConstant = false;
    while (!this.#ended && this.#peek() !== ";" && this.#peek() !== "}") {
      const text = this.#peek();
      if (text === "=" && nameEnd < 0) nameEnd = this.#at;
      if (nameEnd < 0 && (text === "constant" || text === "immutable")) isConstant = true;
      if (openers.has(text)) this.#skipGroup();
      else this.#at++;
    }
    const closed = this.#peek() === ";";
    const last = this.#lastWord(first, nameEnd < 0 ? this.#at : nameEnd);
    if (closed) this.#at++;
    // `T name;` has two words at least; a word alone is something half written.
    if (!closed || last <= first) return undefined;
    const kind = isConstant ? "constant" : "variable";
    return this.#item(kind, first, last, this.#between(first, last), []);
  }

  /** Index of the last word in a stretch of tokens outside of groups. */
  #lastWord(from: number, to: number): number {
    for (let i = to - 1; i >= from; i--) if (this.#tokens[i]?.kind === "word") return i;
    return from;
  }

  /** From an opening sign to behind the one that closes it. */
  #skipGroup(): void {
    let depth = 0;
    while (!this.#ended) {
      const text = this.#peek();
      this.#at++;
      if (openers.has(text)) depth++;
      else if (text === ")" || text === "]" || text === "}") {
        depth--;
        if (depth <= 0) return;
      }
    }
  }

  #skipStatement(): void {
    while (!this.#ended && this.#peek() !== ";") {
      if (this.#peek() === "{") this.#skipGroup();
      else if (this.#peek() === "}") return;
      else this.#at++;
    }
    this.#at++;
  }

  /** The text of a stretch of tokens in one line. */
  #between(from: number, to: number): string {
    const [first, last] = [this.#tokens[from], this.#tokens[to - 1]];
    if (!first || !last || to <= from) return "";
    const words = this.text.slice(first.start, Math.min(last.end, first.start + 4 * mostDetail)).split(/\s+/);
    const line = words.join(" ");
    return line.length > mostDetail ? `${line.slice(0, mostDetail)}…` : line;
  }

  #item(
    kind: OutlineKind,
    first: number,
    name: number,
    detail: string,
    children: readonly OutlineItem[],
    end = this.#at,
  ): OutlineItem {
    const named = this.#tokens[name];
    const start = this.#tokens[first]?.start ?? 0;
    const stop = Math.max(this.#tokens[end - 1]?.end ?? this.text.length, named?.end ?? start);
    return {
      kind,
      name: named?.text ?? "",
      detail,
      range: this.#index.rangeOf(start, stop),
      nameRange: this.#index.rangeOf(named?.start ?? start, named?.end ?? start),
      external: false,
      children,
    };
  }
}

/** Declarations of a source in their order, without a compiler: also of one that is half written. */
export function outlineOf(text: string): OutlineItem[] {
  return new OutlineReader(text).read(false);
}
