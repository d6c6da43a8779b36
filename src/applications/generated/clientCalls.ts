import { capitalised } from "../java/javaNames";
import { moduleNames } from "../typescript/moduleNames";

/** A generated client, as sources of an application may name it. */
export interface CallableClient {
  /** Name of the class or module. */
  readonly name: string;
  readonly language: "java" | "typescript";
  /** Functions of the contract by their names in Solidity. */
  readonly functions: readonly string[];
}

/** A place in a source that names a generated method. */
interface ClientCall {
  /** Index of the client. */
  readonly client: number;
  /** Name of the function in Solidity; undefined for what deploys. */
  readonly functionName: string | undefined;
  /** Offset of the method's name in the text. */
  readonly at: number;
}

interface Token {
  readonly kind: "name" | "text" | "sign";
  readonly text: string;
  readonly at: number;
}

const isNameStart = (letter: string): boolean => /[\p{L}_$]/u.test(letter);
const isNamePart = (letter: string): boolean => /[\p{L}\p{N}_$]/u.test(letter);

/** Where a text that begins with a quote ends, behind it; a quote that isn't closed ends with its line. */
function endOfText(source: string, from: number): number {
  const quote = source.charAt(from);
  for (let at = from + 1; at < source.length; at++) {
    const letter = source.charAt(at);
    if (letter === "\\") at++;
    else if (letter === quote) return at + 1;
    else if (letter === "\n" && quote !== "`") return at;
  }
  return source.length;
}

/** Names, texts, and signs of Java or TypeScript, without comments; what stands in a template is a text. One pass. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (kind: Token["kind"], end: number): void => {
    tokens.push({ kind, text: source.slice(at, end), at });
    at = end;
  };
  while (at < source.length) {
    const letter = source.charAt(at);
    if (source.startsWith("//", at)) {
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
    } else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2);
      at = end < 0 ? source.length : end + 2;
    } else if (letter === '"' || letter === "'" || letter === "`") take("text", endOfText(source, at));
    else if (isNameStart(letter)) {
      let end = at + 1;
      while (end < source.length && isNamePart(source.charAt(end))) end++;
      take("name", end);
    } else if (letter.trim() === "") at++;
    else take("sign", at + 1);
  }
  return tokens;
}

/** Words before a name that make no declaration of it. */
const plainWords = new Set(
  "return new throw else case instanceof extends implements import package in of await typeof void yield do assert delete export default var let const final".split(
    " ",
  ),
);

/** Generated methods by their names: what each does something with. */
type Methods = ReadonlyMap<string, string>;

/** Names that a Java class has for a function, beside those that overloads have. */
function javaMethods(functions: readonly string[]): Methods {
  const methods = new Map<string, string>();
  for (const name of functions)
    for (const call of [name, `_${name}`]) {
      const upper = capitalised(call);
      const all = [
        ...[call, `${call}Async`, `simulate${upper}`, `getSignedTransactionFor${upper}`],
        ...[`getMethod${upper}RawFunction`, `get${upper}Input`, `get${upper}Output`],
      ];
      for (const each of all) if (!methods.has(each)) methods.set(each, name);
    }
  return methods;
}

const javaDeploys = new Set(["deploy", "deployAsync", "deployAndLink"]);
const javaMakers = new Set([...javaDeploys, "load"]);
const typescriptKinds = new Set(["read", "write", "simulate"]);

/** Reads one source for calls. */
class CallReader {
  readonly #tokens: readonly Token[];
  readonly #clients: readonly CallableClient[];
  readonly #calls: ClientCall[] = [];
  /** The client that a variable holds; none where it is of another type. */
  readonly #variables = new Map<string, number | undefined>();
  /** Clients that the source names at all. */
  readonly #named = new Set<number>();
  /** Clients by the words that stand for them: the class, `kioskAt`, `KioskContract`. */
  readonly #words = new Map<string, { readonly client: number; readonly makes: boolean; readonly deploys: boolean }>();

  constructor(source: string, clients: readonly CallableClient[]) {
    this.#tokens = tokensOf(source);
    this.#clients = clients;
    for (const [client, { name, language }] of clients.entries()) {
      const word = (text: string, makes = false, deploys = false): void =>
        void this.#words.set(text, { client, makes, deploys });
      const { constant, type } = moduleNames(name);
      if (language === "java") word(name);
      else {
        word(`${constant}At`, true);
        word(`deploy${type}`, true, true);
        for (const each of [`${type}Contract`, `${constant}Abi`, `${constant}Artifact`]) word(each);
      }
    }
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? "";
  }

  #isName(at: number): boolean {
    return this.#tokens[at]?.kind === "name";
  }

  read(): readonly ClientCall[] {
    for (let at = 0; at < this.#tokens.length; at++) if (this.#isName(at)) this.#declaration(at);
    if (this.#named.size === 0) return [];
    const methods = this.#clients.map(({ language, functions }) =>
      language === "java" ? javaMethods(functions) : new Map(functions.map((name) => [name, name])),
    );
    for (let at = 0; at < this.#tokens.length; at++) this.#call(at, methods);
    return this.#calls;
  }

  /** `Kiosk shop`, `shop: KioskContract`, `shop = await kioskAt(`, `var shop = Kiosk.load(`: what a variable holds. */
  #declaration(at: number): void {
    const name = this.#text(at);
    const word = this.#words.get(name);
    if (word) {
      this.#named.add(word.client);
      this.#holder(at, word);
    }
    const before = this.#tokens[at - 1];
    const declares =
      before?.kind === "name" ? !plainWords.has(before.text) : before?.text === "]" || before?.text === ">";
    if (!word && declares && !this.#variables.has(name)) this.#variables.set(name, undefined);
  }

  /** The variable that a client's word gives its type or value to. */
  #holder(at: number, { client, makes }: { readonly client: number; readonly makes: boolean }): void {
    const { language } = this.#clients[client] ?? {};
    if (language === "java" && this.#isName(at + 1) && !plainWords.has(this.#text(at + 1)))
      this.#variables.set(this.#text(at + 1), client);
    const makesHere =
      makes || (language === "java" && this.#text(at + 1) === "." && javaMakers.has(this.#text(at + 2)));
    let left = at - 1;
    if (this.#text(left) === "await") left--;
    if (makesHere && this.#text(left) === "=" && this.#isName(left - 1))
      this.#variables.set(this.#text(left - 1), client);
    if (language === "typescript" && this.#text(at - 1) === ":" && this.#isName(at - 2))
      this.#variables.set(this.#text(at - 2), client);
  }

  #call(at: number, methods: readonly Methods[]): void {
    const token = this.#tokens[at];
    if (!token) return;
    const word = token.kind === "name" ? this.#words.get(token.text) : undefined;
    if (word?.deploys && this.#text(at + 1) === "(")
      this.#calls.push({ client: word.client, functionName: undefined, at: token.at });
    if (token.kind === "name" && this.#text(at - 1) === ".") this.#methodCall(at, methods);
    // shop.read["find(uint64)"]([1n])
    if (token.kind === "text" && this.#text(at - 1) === "[" && this.#text(at + 1) === "]")
      this.#typescriptCall(at, at - 2, token.text.slice(1, -1).split("(", 1)[0] ?? "", methods);
  }

  #methodCall(at: number, methods: readonly Methods[]): void {
    if (this.#text(at + 1) !== "(") return;
    const { text: name, at: place } = this.#tokens[at] as Token;
    if (typescriptKinds.has(this.#text(at - 2)) && this.#text(at - 3) === ".") {
      this.#typescriptCall(at, at - 2, name, methods);
      return;
    }
    const receiver = this.#isName(at - 2) ? this.#text(at - 2) : undefined;
    const held =
      receiver === undefined ? undefined : (this.#words.get(receiver)?.client ?? this.#variables.get(receiver));
    if (held === undefined && receiver !== undefined && this.#variables.has(receiver)) return;
    for (const client of this.#candidates(held, "java")) {
      const functionName = methods[client]?.get(name);
      const deploys = held === client && javaDeploys.has(name) && functionName === undefined;
      if (functionName !== undefined || deploys) this.#calls.push({ client, functionName, at: place });
    }
  }

  /** @param kind index of `read`, `write`, or `simulate`, with a dot before it */
  #typescriptCall(at: number, kind: number, name: string, methods: readonly Methods[]): void {
    if (!typescriptKinds.has(this.#text(kind)) || this.#text(kind - 1) !== ".") return;
    const receiver = this.#isName(kind - 2) ? this.#text(kind - 2) : undefined;
    const held = receiver === undefined ? undefined : this.#variables.get(receiver);
    for (const client of this.#candidates(held, "typescript"))
      if (methods[client]?.has(name))
        this.#calls.push({ client, functionName: name, at: (this.#tokens[at] as Token).at });
  }

  /** The client that the receiver holds; where that isn't known, all that the source names. */
  #candidates(held: number | undefined, language: CallableClient["language"]): number[] {
    const all = held === undefined ? [...this.#named] : [held];
    return all.filter((client) => this.#clients[client]?.language === language);
  }
}

/**
 * Calls of generated methods in a source of Java or TypeScript, in the order of the text: found by their names and by what the source says
 * of the variable before the dot, without a language server. Where a source doesn't say what it calls, each client that it names and that
 * has such a method is given. Linear in the length of the text.
 */
export function clientCalls(source: string, clients: readonly CallableClient[]): readonly ClientCall[] {
  return new CallReader(source, clients).read();
}

/** The functions of a generated file by their names in Solidity, each once. */
export function functionsOf(language: CallableClient["language"], text: string): string[] {
  const names = new Set<string>();
  if (language === "java") {
    // `FUNC_TRANSFER = "transfer";`, or the name on a line of its own
    for (let at = text.indexOf(" FUNC_"); at >= 0; at = text.indexOf(" FUNC_", at + 1)) {
      // a name is no longer than that, and what follows is looked at once
      const [declared = ""] = text.slice(at, at + 500).split(";", 1);
      const [, name] = declared.split('"');
      if (name) names.add(name);
    }
    return [...names];
  }
  const begin = text.indexOf("Abi = [\n");
  const lines = begin < 0 ? [] : text.slice(begin).split("\n").slice(1);
  for (const line of lines) {
    if (!line.startsWith("  {")) break;
    const name = functionName(line);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

/** The name of an entry of an ABI on a line of its own, where it is a function's. */
function functionName(line: string): string | undefined {
  try {
    const { type, name } = JSON.parse(line.trim().replace(/,$/, "")) as { type?: unknown; name?: unknown };
    return type === "function" && typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
