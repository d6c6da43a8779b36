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

/** Literals of a JavaScript or TypeScript file, read without running it. */
export class ScriptValues {
  readonly #tokens: readonly string[];
  readonly #resolving = new Set<string>();
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  /** The first value of a property of that name anywhere in the file; undefined when there is none. */
  property(name: string): ScriptValue | undefined {
    for (let i = 0; i + 1 < this.#tokens.length; i++) {
      const token = this.#tokens[i] ?? "";
      const before = this.#tokens[i - 1];
      const isKey = (token === name || /^["']/.test(token)) && (before === "{" || before === ",");
      if (!isKey || (token !== name && token.slice(1, -1) !== name)) continue;
      if (this.#tokens[i + 1] === ":") return this.#valueAt(i + 2);
      // `{ solidity }` is the constant of that name.
      if (this.#tokens[i + 1] === "," || this.#tokens[i + 1] === "}") return this.#constant(name);
    }
    return undefined;
  }

  #valueAt(at: number): ScriptValue {
    const before = this.#at;
    this.#at = at;
    const value = this.#value(0);
    this.#at = before;
    return value;
  }

  /** What `const name = …` is; computed when it is not in this file. */
  #constant(name: string): ScriptValue {
    if (this.#resolving.has(name)) return computed;
    this.#resolving.add(name);
    try {
      for (let i = 0; i + 2 < this.#tokens.length; i++) {
        if (!/^(?:const|let|var)$/.test(this.#tokens[i] ?? "") || this.#tokens[i + 1] !== name) continue;
        let at = i + 2;
        // A type stands between the name and its value.
        while (at < this.#tokens.length && this.#tokens[at] !== "=" && this.#tokens[at] !== ";") at++;
        return this.#tokens[at] === "=" ? this.#valueAt(at + 1) : computed;
      }
      return computed;
    } finally {
      this.#resolving.delete(name);
    }
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

  #value(depth: number): ScriptValue {
    const value = depth > deepest ? computed : this.#literal(depth);
    const next = this.#tokens[this.#at] ?? ";";
    if (next === "as" || next === "satisfies") {
      this.#skip();
      return value;
    }
    if (/^[,;}\])]$/.test(next)) return value;
    // A line that ends without a semicolon begins the next statement; everything else goes on with the expression.
    if (depth === 0 && /^(?:const|let|var|export|module|import|function|async)$/.test(next)) return value;
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
    if (/^[A-Za-z_$]/.test(token) && /^[,;}\])]$/.test(this.#tokens[this.#at] ?? "")) return this.#constant(token);
    this.#at--;
    this.#skip();
    return computed;
  }

  #list(depth: number): ScriptValue {
    const values: ScriptValue[] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== "]") {
      values.push(this.#value(depth + 1));
      if (this.#tokens[this.#at] === ",") this.#at++;
      else if (this.#tokens[this.#at] !== "]") break;
    }
    this.#at++;
    return values;
  }

  #object(depth: number): ScriptValue {
    const value: Record<string, ScriptValue> = Object.create(null) as Record<string, ScriptValue>;
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== "}") {
      const token = this.#tokens[this.#at] ?? "";
      const name = /^["']/.test(token) ? token.slice(1, -1) : token;
      const after = this.#tokens[this.#at + 1];
      if (after === ":") {
        this.#at += 2;
        value[name] = this.#value(depth + 1);
      } else if (after === "," || after === "}") {
        this.#at++;
        value[name] = this.#constant(name);
      } else {
        // Spreads, methods, computed names.
        this.#skip();
        value[`…${name}`] = computed;
      }
      if (this.#tokens[this.#at] === ",") this.#at++;
      else if (this.#tokens[this.#at] !== "}") break;
    }
    this.#at++;
    return value;
  }
}
