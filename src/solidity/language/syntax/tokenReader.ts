import { type Tokens, tokenKinds } from "./lexer";
import type { Fault, Missing, Name } from "./nodes";

/** What nests deeper than any program does is passed over. */
const deepest = 160;
const maxFaults = 200;
const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Words that no name is, in any release: what stands before one of them has ended. */
const reserved = new Set(
  (
    "abstract as assembly break case catch constant continue contract delete do else emit enum event external fallback for function hex if " +
    "immutable import indexed interface internal is library mapping memory modifier new override payable pragma private public pure " +
    "return returns storage struct switch throw try unchecked using virtual view while calldata true false"
  ).split(" "),
);

/** Goes along the tokens of a source; what isn't there is noted, and no token is read twice without end. */
export class TokenReader {
  protected at = 0;
  readonly faults: Fault[] = [];
  #depth = 0;

  constructor(protected readonly tokens: Tokens) {}

  protected get word(): string {
    return this.tokens.words[this.at] ?? "";
  }

  protected get ended(): boolean {
    return this.at >= this.tokens.count - 1;
  }

  protected wordAt(index: number): string {
    return this.tokens.words[index] ?? "";
  }

  protected kindAt(index: number): number {
    return this.tokens.kinds[index] ?? tokenKinds.end;
  }

  protected startAt(index: number): number {
    return this.tokens.starts[index] ?? this.tokens.text.length;
  }

  /** Where the next token begins. */
  protected get here(): number {
    return this.startAt(this.at);
  }

  /** Where the last token ended. */
  protected get behind(): number {
    return this.at === 0 ? 0 : (this.tokens.ends[this.at - 1] ?? 0);
  }

  protected is(word: string): boolean {
    return this.word === word && this.kindAt(this.at) !== tokenKinds.string;
  }

  protected isWordAt(index: number): boolean {
    return this.kindAt(index) === tokenKinds.word;
  }

  /** Whether a token may be a name: `from`, `error` and the like are. */
  protected isNameAt(index: number): boolean {
    return this.isWordAt(index) && !reserved.has(this.wordAt(index));
  }

  /** Whether a token stands on a later line than the one before it. */
  protected isOnNewLine(index: number): boolean {
    const { text, ends } = this.tokens;
    for (let i = index === 0 ? 0 : (ends[index - 1] ?? 0); i < this.startAt(index); i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 || unit === 13) return true;
    }
    return false;
  }

  /** Goes on where the word is there. */
  protected take(word: string): boolean {
    if (!this.is(word)) return false;
    this.at++;
    return true;
  }

  protected expect(word: string): boolean {
    if (this.take(word)) return true;
    this.fault();
    return false;
  }

  protected fault(): void {
    const start = this.behind;
    if (this.faults.length < maxFaults && this.faults.at(-1)?.start !== start)
      this.faults.push({ start, end: Math.max(start, this.here) });
  }

  /** The name that stands here; an empty one where none does. */
  protected name(): Name {
    if (this.isNameAt(this.at)) return this.anyWord();
    this.fault();
    return this.noName();
  }

  protected anyWord(): Name {
    const start = this.here;
    const text = this.word;
    this.at++;
    return { text, start, end: this.behind };
  }

  protected noName(): Name {
    return { text: "", start: this.behind, end: this.behind };
  }

  protected missing(): Missing {
    this.fault();
    return { kind: "missing", start: this.behind, end: this.behind };
  }

  /** `a.b.c` */
  protected path(): Name[] {
    const path = [this.name()];
    while (this.is(".")) {
      this.at++;
      path.push(this.isNameAt(this.at) && !this.isLost(this.at) ? this.anyWord() : this.name0());
    }
    return path;
  }

  protected name0(): Name {
    this.fault();
    return this.noName();
  }

  /** Whether a word behind a dot is the next line's: `coin.⏎uint x = …`. */
  protected isLost(index: number): boolean {
    return this.isOnNewLine(index) && this.isWordAt(index + 1);
  }

  /** Reads within one more level; where there are too many, the group that begins here is passed over. */
  protected deeper<T>(read: () => T, otherwise: () => T): T {
    if (this.#depth >= deepest) {
      this.fault();
      if (this.is("(") || this.is("[") || this.is("{")) this.skipGroup();
      else if (!this.ended) this.at++;
      return otherwise();
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** From an opening sign to behind the one that closes it. */
  protected skipGroup(): void {
    const open: string[] = [];
    do {
      const { word } = this;
      if (this.kindAt(this.at) === tokenKinds.sign) {
        const closer = closers[word];
        if (closer !== undefined) open.push(closer);
        else if (word === open.at(-1)) open.pop();
        else if (word === "}" && open.includes("}")) {
          while (open.pop() !== "}");
        }
      }
      this.at++;
    } while (open.length > 0 && !this.ended);
  }

  /** The index behind a group that begins at an index; −1 where it isn't closed. */
  protected behindGroup(index: number): number {
    const kept = this.at;
    this.at = index;
    this.skipGroup();
    const end = this.at;
    this.at = kept;
    const last = this.wordAt(end - 1);
    return end > index + 1 && (last === ")" || last === "]" || last === "}") ? end : -1;
  }
}
