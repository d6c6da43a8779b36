import { SourceText } from "../../program/sourceText";
import { isElementary, stateWords } from "./expressionParser";
import { lex, type Tokens, tokenKinds } from "./lexer";
import type {
  Contract,
  FunctionItem,
  Import,
  Inheritance,
  Invocation,
  Item,
  Name,
  SourceTree,
  Using,
  Variable,
} from "./nodes";
import { StatementParser } from "./statementParser";

const functionWords = new Set("public private internal external pure view payable constant virtual".split(" "));

/** Declarations of a source. */
class Parser extends StatementParser {
  /** Braces that close more than were opened. */
  #surplus = 0;
  #lines: SourceText | undefined;

  read(): SourceTree {
    const { words, kinds } = this.tokens;
    for (const [i, word] of words.entries()) {
      if (kinds[i] !== tokenKinds.sign) continue;
      if (word === "{") this.#surplus--;
      else if (word === "}") this.#surplus++;
    }
    const items: Item[] = [];
    while (!this.ended) this.#next(items);
    return { items, faults: this.faults };
  }

  #next(items: Item[]): void {
    const before = this.at;
    const item = this.deeper<Item | undefined>(
      () => this.#item(),
      () => undefined,
    );
    if (item) items.push(item);
    if (this.at === before) {
      this.fault();
      if (this.is("{") || this.is("(") || this.is("[")) this.skipGroup();
      else this.at++;
    }
  }

  #item(): Item | undefined {
    const start = this.here;
    const named = this.isNameAt(this.at + 1);
    const after = this.wordAt(this.at + 2);
    switch (this.word) {
      case "pragma":
        return this.#pragma(start);
      case "import":
        return this.#import(start);
      case "abstract":
      case "contract":
      case "interface":
      case "library":
        return this.#contract(start);
      case "using":
        return this.#using(start);
      case "struct":
        return this.#struct(start);
      case "enum":
        return this.#enum(start);
      case "event":
        if (named) return this.#signal("event", start);
        break;
      case "error":
        if (named && after === "(") return this.#signal("error", start);
        break;
      case "type":
        if (named && after === "is") return this.#valueType(start);
        break;
      case "function":
        // A variable that holds a function has no name before its parameters.
        if (this.wordAt(this.at + 1) === "(" && this.isDeclaration() && !this.#isFallback()) break;
        return this.#function("function", start);
      case "modifier":
        return this.#function("modifier", start);
      case "constructor":
      case "fallback":
      case "receive":
        if (this.wordAt(this.at + 1) === "(") return this.#function(this.word as FunctionItem["form"], start);
        break;
      case ";":
        this.at++;
        return undefined;
      default:
    }
    return this.isWordAt(this.at) ? this.#variable(start) : undefined;
  }

  #pragma(start: number): Item {
    this.at++;
    const from = this.here;
    while (!this.ended && !this.is(";") && !this.isOnNewLine(this.at)) this.at++;
    const text = this.tokens.text.slice(from, this.behind);
    this.expect(";");
    return { kind: "pragma", text, start, end: this.behind };
  }

  #quoted(): Name {
    if (this.kindAt(this.at) !== tokenKinds.string) {
      this.fault();
      return this.noName();
    }
    const start = this.here;
    const text = this.word;
    this.at++;
    const quote = text[0] ?? "";
    const inner = text.slice(1, text.length > 1 && text.endsWith(quote) ? -1 : undefined);
    return { text: inner, start, end: this.behind };
  }

  #import(start: number): Import {
    this.at++;
    let path = this.noName();
    let alias: Name | undefined;
    let symbols: { name: Name; alias: Name | undefined }[] | undefined;
    if (this.is("{")) {
      symbols = this.#symbols();
      if (this.expect("from")) path = this.#quoted();
    } else if (this.take("*")) {
      if (this.expect("as")) alias = this.name();
      if (this.expect("from")) path = this.#quoted();
    } else if (this.isNameAt(this.at) && this.wordAt(this.at + 1) === "from") {
      // `import x from "…"`
      alias = this.anyWord();
      this.at++;
      path = this.#quoted();
    } else {
      path = this.#quoted();
      if (this.take("as")) alias = this.name();
    }
    if (!this.take(";")) this.fault();
    return { kind: "import", path, alias, symbols, start, end: this.behind };
  }

  #symbols(): { name: Name; alias: Name | undefined }[] {
    const symbols: { name: Name; alias: Name | undefined }[] = [];
    this.at++;
    while (this.isNameAt(this.at)) {
      const name = this.anyWord();
      symbols.push({ name, alias: this.take("as") ? this.name() : undefined });
      if (!this.take(",")) break;
    }
    this.expect("}");
    return symbols;
  }

  #using(start: number): Using {
    this.at++;
    const paths: { path: readonly Name[]; operator: boolean }[] = [];
    const isList = this.take("{");
    if (isList) {
      while (!this.ended && !this.is("}") && !this.is(";")) {
        const path = this.path();
        const operator = this.take("as");
        if (operator) this.at++;
        paths.push({ path, operator });
        if (!this.take(",")) break;
      }
      this.expect("}");
    } else paths.push({ path: this.path(), operator: false });
    const type = this.expect("for") && !this.take("*") ? this.type() : undefined;
    const isGlobal = this.take("global");
    this.#endItem();
    return { kind: "using", paths, isList, type, isGlobal, start, end: this.behind };
  }

  #contract(start: number): Contract {
    const isAbstract = this.take("abstract");
    const form = this.is("interface") ? "interface" : this.is("library") ? "library" : "contract";
    if (this.is(form)) this.at++;
    else this.fault();
    const name = this.name();
    const bases: Inheritance[] = [];
    const end = (): boolean => this.ended || this.is("{") || this.is("}") || this.is(";");
    while (!end()) {
      if (this.take("is") || this.take(",")) bases.push(this.#base());
      else if (this.is("layout") && this.wordAt(this.at + 1) === "at") {
        this.at += 2;
        this.expression();
      } else if (this.is("contract") || this.is("interface") || this.is("library") || this.is("abstract")) break;
      else this.at++;
    }
    const open = this.here;
    const items: Item[] = [];
    if (this.expect("{")) {
      while (!this.ended) {
        if (this.is("}")) {
          if (!this.#isStray(start)) break;
          this.#surplus--;
          this.fault();
          this.at++;
        } else if (this.beginsContract()) {
          this.fault();
          return { kind: "contract", form, isAbstract, name, bases, items, open, start, end: this.behind };
        } else this.#next(items);
      }
      this.expect("}");
    }
    return { kind: "contract", form, isAbstract, name, bases, items, open, start, end: this.behind };
  }

  /** How far in from the beginning of its line an offset is. */
  #columnOf(offset: number): number {
    this.#lines ??= new SourceText(this.tokens.text);
    return this.#lines.positionOf(offset).character;
  }

  /** Whether a closing brace is one too many: more are closed than opened, and it stands further in than the contract. */
  #isStray(contract: number): boolean {
    return this.#surplus > 0 && this.isOnNewLine(this.at) && this.#columnOf(this.here) > this.#columnOf(contract);
  }

  #base(): Inheritance {
    const start = this.here;
    const path = this.path();
    const values = this.is("(") ? this.#values() : [];
    return { path, values, start, end: this.behind };
  }

  #values(): Invocation["values"] {
    const start = this.here;
    // A call of nothing: what stands in its parentheses counts.
    const call = this.expression();
    if (call.kind === "tuple") return call.items.filter((each) => each !== undefined);
    return start === call.start ? [call] : [];
  }

  #struct(start: number): Item {
    this.at++;
    const name = this.name();
    const fields: Variable[] = [];
    if (this.expect("{")) {
      while (!this.ended && !this.is("}")) {
        if (this.is("function") && this.isNameAt(this.at + 1)) break;
        const before = this.at;
        if (this.isWordAt(this.at)) fields.push(this.parameter());
        if (!this.take(";")) {
          this.fault();
          if (this.at === before) this.at++;
        }
      }
      this.expect("}");
    }
    return { kind: "struct", name, fields, start, end: this.behind };
  }

  #enum(start: number): Item {
    this.at++;
    const name = this.name();
    const values: Name[] = [];
    if (this.expect("{")) {
      while (this.isNameAt(this.at)) {
        values.push(this.anyWord());
        if (!this.take(",")) break;
      }
      if (!this.expect("}")) {
        while (!this.ended && !this.is("}") && !this.is("{")) this.at++;
        this.take("}");
      }
    }
    return { kind: "enum", name, values, start, end: this.behind };
  }

  #signal(kind: "event" | "error", start: number): Item {
    this.at++;
    const name = this.name();
    const parameters = this.parameters();
    this.take("anonymous");
    this.#endItem();
    return { kind, name, parameters, start, end: this.behind };
  }

  #valueType(start: number): Item {
    this.at++;
    const name = this.name();
    this.at++;
    const type = this.type();
    this.#endItem();
    return { kind: "valueType", name, type, start, end: this.behind };
  }

  #endItem(): void {
    if (this.take(";")) return;
    this.fault();
    while (!this.ended && !this.is(";") && !this.is("}") && !this.is("{") && !this.isOnNewLine(this.at)) this.at++;
    this.take(";");
  }

  #overrides(): readonly (readonly Name[])[] {
    const found: Name[][] = [];
    if (!this.take("(")) return found;
    while (this.isNameAt(this.at)) {
      found.push(this.path());
      if (!this.take(",")) break;
    }
    this.expect(")");
    return found;
  }

  /** `function() external guarded {`: behind what could be a variable's name comes what only a function has, as it was before 0.6. */
  #isFallback(): boolean {
    let at = this.behindType(this.at);
    while (functionWords.has(this.wordAt(at))) at++;
    const next = this.wordAt(at + 1);
    return this.isNameAt(at) && (next === "{" || next === "(" || functionWords.has(next) || this.isNameAt(at + 1));
  }

  #function(form: FunctionItem["form"], start: number): FunctionItem {
    this.at++;
    const hasName = (form === "function" || form === "modifier") && !this.is("(");
    // In early releases functions may be called as later words: `function receive() …`.
    const name = hasName
      ? this.isWordAt(this.at) && this.wordAt(this.at + 1) === "("
        ? this.anyWord()
        : this.name()
      : this.noName();
    const parameters = this.is("(") || form !== "modifier" ? this.parameters() : [];
    const headEnd = this.behind;
    const words: string[] = [];
    const invocations: Invocation[] = [];
    let overrides: readonly (readonly Name[])[] = [];
    let returns: readonly Variable[] = [];
    while (!this.ended && !this.is("{") && !this.is(";") && !this.is("}")) {
      if (functionWords.has(this.word)) {
        words.push(this.word);
        this.at++;
      } else if (this.take("override")) {
        words.push("override");
        overrides = this.#overrides();
      } else if (this.take("returns")) returns = this.parameters();
      else if (this.is("function") || this.beginsContract()) break;
      else if (this.isNameAt(this.at)) {
        const from = this.here;
        const path = this.path();
        const hasValues = this.is("(");
        invocations.push({ path, values: hasValues ? this.#values() : [], hasValues, start: from, end: this.behind });
      } else {
        this.fault();
        this.at++;
      }
    }
    const body = this.is("{") ? this.block() : undefined;
    if (!body && !this.take(";")) this.fault();
    const kind = form === "function" && name.text === "" && !hasName ? "fallback" : form;
    return {
      kind: "function",
      form: kind,
      name,
      parameters,
      headEnd,
      returns,
      words,
      overrides,
      invocations,
      body,
      start,
      end: this.behind,
    };
  }

  #variable(start: number): Variable | undefined {
    const end = this.behindType(this.at);
    const isType = end > 0 && (this.isWordAt(end) || isElementary(this.word));
    if (!isType) {
      // Half a declaration: its rest is passed over, up to the next line.
      this.fault();
      this.at++;
      while (!this.ended && !this.is(";") && !this.is("}") && !this.is("{") && !this.isOnNewLine(this.at)) this.at++;
      this.take(";");
      return undefined;
    }
    const type = this.type();
    const words: string[] = [];
    let overrides: readonly (readonly Name[])[] = [];
    for (;;) {
      if (stateWords.has(this.word) && !(this.word === "transient" && this.endsName(this.at + 1))) {
        words.push(this.word);
        this.at++;
      } else if (this.take("override")) {
        words.push("override");
        overrides = this.#overrides();
      } else break;
    }
    const hasName = this.isNameAt(this.at) && !(this.isOnNewLine(this.at) && !this.endsName(this.at + 1));
    const name = hasName ? this.anyWord() : this.name0();
    const value = this.take("=") ? this.expression() : undefined;
    this.#endItem();
    return { kind: "variable", type, words, overrides, name, value, start, end: this.behind };
  }

  private endsName(index: number): boolean {
    return this.wordAt(index) === ";" || this.wordAt(index) === "=";
  }
}

/** Reads a source of any release, whole or half written. Never fails, and in time that grows with the text. */
export function parseTokens(tokens: Tokens): SourceTree {
  return new Parser(tokens).read();
}

/** The same of a text. */
export const parse = (text: string): SourceTree => parseTokens(lex(text));
