/** A value that is computed: it is not known without running the program, which is never done. */
export const computed = Symbol("computed");

export type ScriptValue =
  | string
  | number
  | boolean
  | null
  | typeof computed
  | readonly ScriptValue[]
  | { readonly [name: string]: ScriptValue };

const pieces =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*["\n]?|'(?:[^'\\\n]|\\[\s\S])*['\n]?|`(?:[^`\\]|\\[\s\S])*`?|[A-Za-z_$][\w$]*|\d[\w.]*|[\s\S]/g;

function tokensOf(text: string): string[] {
  return (text.match(pieces) ?? []).filter((token) => !/^(?:\s|\/\/|\/\*)/.test(token));
}

const opening: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const deepest = 40;
/** Values inside one value, those of constants counted wherever they are used: a few lines can double a list again and again. */
const maxValues = 10_000;

/** How large a list or an object is when all that it shares is counted, and how many levels it has. */
interface Extent {
  readonly values: number;
  readonly depth: number;
}

const single: Extent = { values: 1, depth: 0 };

/** For each token the next one that ends what stands between a name and its value. */
function nextEnds(tokens: readonly string[]): Int32Array {
  const ends = new Int32Array(tokens.length + 1).fill(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at--) {
    const isEnd = tokens[at] === "=" || tokens[at] === ";";
    ends[at] = isEnd ? at : (ends[at + 1] ?? tokens.length);
  }
  return ends;
}

/** Where the first constant of each name is declared: the token behind its name. */
function declarations(tokens: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at + 2 < tokens.length; at++) {
    const name = tokens[at + 1] ?? "";
    if (/^(?:const|let|var)$/.test(tokens[at] ?? "") && !found.has(name)) found.set(name, at + 2);
  }
  return found;
}

/**
 * Literals of a JavaScript or TypeScript file, read without running it. Each constant is read once, and what is too large when it is
 * written out counts as computed.
 */
export class ScriptValues {
  readonly #tokens: readonly string[];
  readonly #ends: Int32Array;
  readonly #declared: ReadonlyMap<string, number>;
  readonly #constants = new Map<string, ScriptValue>();
  readonly #extents = new WeakMap<object, Extent>();
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
    this.#ends = nextEnds(this.#tokens);
    this.#declared = declarations(this.#tokens);
  }

  /** The first value of a property of that name anywhere in the file; undefined when there is none. */
  property(name: string): ScriptValue | undefined {
    for (let i = 0; i + 1 < this.#tokens.length; i++) {
      const token = this.#tokens[i] ?? "";
      const before = this.#tokens[i - 1];
      const isKey = (token === name || /^["']/.test(token)) && (before === "{" || before === ",");
      if (!isKey || (token !== name && token.slice(1, -1) !== name)) continue;
      if (this.#tokens[i + 1] === ":") return this.#valueAt(i + 2, 0);
      // `{ solidity }` is the constant of that name.
      if (this.#tokens[i + 1] === "," || this.#tokens[i + 1] === "}") return this.#constant(name, 0);
    }
    return undefined;
  }

  #valueAt(at: number, level: number): ScriptValue {
    const before = this.#at;
    this.#at = at;
    const value = this.#value(level, level);
    this.#at = before;
    return value;
  }

  /** What `const name = …` is; computed when it is not in this file. */
  #constant(name: string, level: number): ScriptValue {
    const known = this.#constants.get(name);
    if (known !== undefined) return known;
    // While it is read it is nothing else: it may name itself.
    this.#constants.set(name, computed);
    const declared = this.#declared.get(name);
    if (declared === undefined || level > deepest) return computed;
    // A type stands between the name and its value.
    const end = this.#ends[declared] ?? this.#tokens.length;
    const value = this.#tokens[end] === "=" ? this.#valueAt(end + 1, level + 1) : computed;
    this.#constants.set(name, value);
    return value;
  }

  #extentOf(value: ScriptValue): Extent {
    return (typeof value === "object" && value !== null ? this.#extents.get(value) : undefined) ?? single;
  }

  /** The list or object, unless it is too large or too deep when it is written out. */
  #sized(whole: ScriptValue & object, parts: readonly ScriptValue[]): ScriptValue {
    const inside = parts.map((part) => this.#extentOf(part));
    const values = inside.reduce((sum, part) => sum + part.values, 1);
    const depth = inside.reduce((max, part) => Math.max(max, part.depth), 0) + 1;
    if (values > maxValues || depth > deepest) return computed;
    this.#extents.set(whole, { values, depth });
    return whole;
  }

  /** Goes to the end of an expression that is computed. */
  #skip(): void {
    const open: string[] = [];
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at] ?? "";
      const closing = opening[token];
      if (closing !== undefined) open.push(closing);
      else if (open.length > 0 && token === open.at(-1)) open.pop();
      else if (open.length === 0 && /^[,;}\])]$/.test(token)) return;
    }
  }

  /** @param first the level at which a statement's own value stands */
  #value(depth: number, first: number): ScriptValue {
    const value = depth > deepest ? computed : this.#literal(depth);
    const next = this.#tokens[this.#at] ?? ";";
    if (next === "as" || next === "satisfies") {
      this.#skip();
      return value;
    }
    if (/^[,;}\])]$/.test(next)) return value;
    // A line that ends without a semicolon begins the next statement; everything else goes on with the expression.
    if (depth === first && /^(?:const|let|var|export|module|import|function|async)$/.test(next)) return value;
    this.#skip();
    return computed;
  }

  #literal(depth: number): ScriptValue {
    const token = this.#tokens[this.#at++] ?? "";
    if (/^["'`]/.test(token)) return token.startsWith("`") && token.includes("$" + "{") ? computed : token.slice(1, -1);
    if (/^\d/.test(token)) return Number(token.replaceAll("_", ""));
    if (token === "true" || token === "false") return token === "true";
    if (token === "null" || token === "undefined") return null;
    if (token === "[") return this.#list(depth);
    if (token === "{") return this.#object(depth);
    if (/^[A-Za-z_$]/.test(token) && /^[,;}\])]$/.test(this.#tokens[this.#at] ?? ""))
      return this.#constant(token, depth);
    this.#at--;
    this.#skip();
    return computed;
  }

  #list(depth: number): ScriptValue {
    const values: ScriptValue[] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== "]") {
      values.push(this.#value(depth + 1, -1));
      if (this.#tokens[this.#at] === ",") this.#at++;
      else if (this.#tokens[this.#at] !== "]") break;
    }
    this.#at++;
    return this.#sized(values, values);
  }

  #object(depth: number): ScriptValue {
    const value: Record<string, ScriptValue> = Object.create(null) as Record<string, ScriptValue>;
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== "}") {
      const token = this.#tokens[this.#at] ?? "";
      const name = /^["']/.test(token) ? token.slice(1, -1) : token;
      const after = this.#tokens[this.#at + 1];
      if (after === ":") {
        this.#at += 2;
        value[name] = this.#value(depth + 1, -1);
      } else if (after === "," || after === "}") {
        this.#at++;
        value[name] = this.#constant(name, depth);
      } else {
        // Spreads, methods, computed names.
        this.#skip();
        value[`…${name}`] = computed;
      }
      if (this.#tokens[this.#at] === ",") this.#at++;
      else if (this.#tokens[this.#at] !== "}") break;
    }
    this.#at++;
    return this.#sized(value, Object.values(value));
  }
}
