import { clientError, excerpt } from "../errors/clientError";

/** What a contract is asked or told, as it is written. */
export type ContractRequest =
  | {
      readonly kind: "call" | "send";
      readonly target: string;
      readonly function: string;
      readonly args: readonly string[];
    }
  | { readonly kind: "call" | "send"; readonly target: string; readonly data: string }
  | {
      readonly kind: "deploy";
      /** Path or name of the compiled contract. */
      readonly artifact: string;
      readonly args: readonly string[];
      readonly libraries: Readonly<Record<string, string>>;
    };

/** One request of a notebook. */
export type NotebookRequest =
  | { readonly kind: "rpc"; readonly method: string; readonly args: readonly string[] }
  | (ContractRequest & {
      /** Amount to send along, as it is written: wei, or with a unit. */
      readonly value?: string | undefined;
    });

/** The words that a request may begin with. */
export const requestKinds = ["rpc", "call", "send", "deploy"] as const;

interface Word {
  readonly text: string;
  /** Written without quotes: only such a word can be an option. */
  readonly bare: boolean;
}

/** A request with the line of the cell that it begins on, from 0. */
export interface PlacedRequest {
  readonly line: number;
  readonly request: NotebookRequest;
}

const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };

/**
 * Takes a cell apart into requests and words. A request is a line; it goes on where a bracket or quote is open, or after a backslash.
 * Quotes hold a word together ("…" with the escapes of JSON, '…' as it stands), brackets too; # begins a remark.
 */
class CellReader {
  readonly #text: string;
  #at = 0;
  #line = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Every line that holds something. */
  lines(): { line: number; words: Word[] }[] {
    const found: { line: number; words: Word[] }[] = [];
    let words: Word[] = [];
    let line = 0;
    while (this.#at < this.#text.length) {
      const next = this.#peek();
      if (next === "\n") {
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
    return found;
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

  #word(): Word {
    const first = this.#peek();
    if (first === '"' || first === "'") {
      const text = this.#quoted();
      if (!/^\s?$/.test(this.#peek())) throw clientError("requestQuotes", { line: this.#line + 1 });
      return { text, bare: false };
    }
    let text = "";
    while (this.#at < this.#text.length && !/\s/.test(this.#peek())) {
      text += this.#peek() in closing ? this.#bracketed() : this.#take();
    }
    return { text, bare: true };
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

/** How a request of each kind is written. */
export const requestForms: Readonly<Record<NotebookRequest["kind"], string>> = {
  rpc: "rpc METHOD [PARAMETER…]",
  call: "call CONTRACT FUNCTION [ARGUMENT…]",
  send: "send CONTRACT FUNCTION [ARGUMENT…] [--value AMOUNT]",
  deploy: "deploy CONTRACT [ARGUMENT…] [--library NAME=0x…]",
};

type OptionName = "value" | "data" | "library";
const optionsOf = { rpc: [], call: ["data"], send: ["data", "value"], deploy: ["library"] } as const;

interface Options {
  readonly words: readonly string[];
  readonly given: Readonly<Record<OptionName, readonly string[]>>;
}

/** Tells options and other words apart. `--` ends the options. */
function readOptions(kind: NotebookRequest["kind"], all: readonly Word[], line: number): Options {
  const words: string[] = [];
  const given: Record<OptionName, string[]> = { value: [], data: [], library: [] };
  const known: readonly OptionName[] = optionsOf[kind];
  let ended = false;
  for (let at = 0; at < all.length; at++) {
    const { text = "", bare = false } = all[at] ?? {};
    if (ended || !bare || !text.startsWith("--")) words.push(text);
    else if (text === "--") ended = true;
    else {
      const name = known.find((each) => `--${each}` === text);
      const value = all[++at]?.text;
      if (!name || value === undefined)
        throw clientError("requestOption", { line, option: excerpt(text), form: requestForms[kind] });
      given[name].push(value);
    }
  }
  return { words, given };
}

/** @param line from 1 */
function readRequest(all: readonly Word[], line: number): NotebookRequest {
  const [first, ...rest] = all;
  const kind = requestKinds.find((each) => each === first?.text);
  if (!kind) throw clientError("requestKind", { line, word: excerpt(first?.text ?? "") });
  const { words, given } = readOptions(kind, rest, line);
  const [subject, name, ...args] = words;
  const incomplete = (): Error => clientError("requestForm", { line, form: requestForms[kind] });
  if (subject === undefined) throw incomplete();
  if (kind === "rpc") return { kind, method: subject, args: words.slice(1) };
  if (kind === "deploy") {
    const libraries = given.library.map((each) => {
      const [, library, address] = /^(.+)=(0x[0-9a-fA-F]{40})$/.exec(each) ?? [];
      if (library === undefined || address === undefined) throw incomplete();
      return [library, address] as const;
    });
    return { kind, artifact: subject, args: words.slice(1), libraries: Object.fromEntries(libraries) };
  }
  const value = given.value.at(-1);
  const amount = value === undefined ? {} : { value };
  const data = given.data.at(-1);
  // Data takes the place of function and arguments.
  if ((data === undefined) === (name === undefined)) throw incomplete();
  if (data !== undefined) return { kind, target: subject, data, ...amount };
  return { kind, target: subject, function: name ?? "", args, ...amount };
}

/**
 * The requests of a notebook cell, in their order.
 * @throws ChainError usage `requestKind`, `requestForm`, `requestOption`, `requestQuotes`, `requestBrackets`, each naming the line.
 */
export function readRequests(text: string): PlacedRequest[] {
  return new CellReader(text).lines().map(({ line, words }) => ({ line, request: readRequest(words, line + 1) }));
}

/** A text as one word that is read back as the same. */
export function requestWord(text: string): string {
  if (/^(?!--)[^\s"'#[\](){}\\][^\s[\](){}\\]*$/.test(text)) return text;
  if (/^[[{]/.test(text) && !/[\n\r]/.test(text)) {
    try {
      const [only, ...others] = new CellReader(text).lines().flatMap(({ words }) => words);
      if (only?.text === text && others.length === 0) return text;
    } catch {
      // Brackets that do not fit together: a text like any other.
    }
  }
  return JSON.stringify(text);
}

/** The line that `readRequests` reads as this request. */
export function requestLine(request: NotebookRequest): string {
  // A signature such as set(string) needs no quotes.
  const name = (text: string): string => (/^[A-Za-z_$][\w$]*\([\w,[\]()]*\)$/.test(text) ? text : requestWord(text));
  const words = ((): string[] => {
    if (request.kind === "rpc") return [name(request.method), ...request.args.map(requestWord)];
    const amount = request.value === undefined ? [] : ["--value", requestWord(request.value)];
    if (request.kind === "deploy") {
      const { artifact, args, libraries } = request;
      const linked = Object.entries(libraries).flatMap(([key, address]) => [
        "--library",
        requestWord(`${key}=${address}`),
      ]);
      return [requestWord(artifact), ...args.map(requestWord), ...linked];
    }
    if ("data" in request) return [requestWord(request.target), "--data", request.data, ...amount];
    return [requestWord(request.target), name(request.function), ...request.args.map(requestWord), ...amount];
  })();
  return [request.kind, ...words].join(" ");
}
