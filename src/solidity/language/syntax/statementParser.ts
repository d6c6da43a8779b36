import type { Block, Catch, Expression, Statement, Variable } from "./nodes";
import { YulParser } from "./yulParser";

const locations = new Set(["memory", "storage", "calldata", "constant"]);

/** Statements of functions. */
export class StatementParser extends YulParser {
  protected block(): Block {
    const start = this.here;
    const statements: Statement[] = [];
    if (this.expect("{")) {
      while (!this.ended && !this.is("}")) {
        if (this.#isDeclarationOfContract()) {
          this.fault();
          return { kind: "block", statements, start, end: this.behind };
        }
        const before = this.at;
        const statement = this.deeper<Statement | undefined>(
          () => this.#statement(),
          () => undefined,
        );
        if (statement) statements.push(statement);
        if (this.at === before) this.at++;
      }
      this.expect("}");
    }
    return { kind: "block", statements, start, end: this.behind };
  }

  /** What no block holds: this one was never closed. */
  #isDeclarationOfContract(): boolean {
    const next = this.wordAt(this.at + 1);
    switch (this.word) {
      case "function":
      case "modifier":
        return this.isNameAt(this.at + 1);
      case "struct":
      case "enum":
        return this.isNameAt(this.at + 1) && this.wordAt(this.at + 2) === "{";
      case "event":
        return this.isNameAt(this.at + 1) && this.wordAt(this.at + 2) === "(";
      case "constructor":
      case "receive":
      case "fallback":
        return next === "(" && this.isOnNewLine(this.at) && this.#opensBody(this.at + 1);
      default:
        return this.beginsContract();
    }
  }

  protected beginsContract(): boolean {
    if (this.is("abstract")) return this.wordAt(this.at + 1) === "contract";
    const isForm = this.is("contract") || this.is("interface") || this.is("library");
    return isForm && this.isNameAt(this.at + 1) && ["{", "is"].includes(this.wordAt(this.at + 2));
  }

  /** Whether words of a function's head and a block stand behind a group. */
  #opensBody(index: number): boolean {
    let at = this.behindGroup(index);
    if (at < 0) return false;
    while (this.isWordAt(at) || this.wordAt(at) === "(") {
      if (this.wordAt(at) === "(") {
        at = this.behindGroup(at);
        if (at < 0) return false;
      } else at++;
    }
    return this.wordAt(at) === "{";
  }

  #statement(): Statement | undefined {
    const start = this.here;
    const next = this.wordAt(this.at + 1);
    switch (this.word) {
      case "{":
        return this.block();
      case "unchecked":
        if (next !== "{") break;
        this.at++;
        return this.block();
      case "if":
        return this.#if(start);
      case "while":
        return this.#while(start);
      case "do":
        return this.#do(start);
      case "for":
        return this.#for(start);
      case "return":
        return this.#simple(start, true);
      case "emit":
        if (this.isNameAt(this.at + 1)) return this.#simple(start, true);
        break;
      case "revert":
        if (this.isNameAt(this.at + 1) && !this.isOnNewLine(this.at + 1)) return this.#simple(start, true);
        break;
      case "break":
      case "continue":
      case "throw":
        return this.#simple(start, false);
      case "try":
        return this.#try(start);
      case "assembly":
        return this.#assembly(start);
      case ";":
        this.at++;
        return undefined;
      default:
    }
    return this.#variablesOrExpression(start);
  }

  #compound(word: string, parts: readonly (Expression | Statement | undefined)[], start: number): Statement {
    const there = parts.filter((each) => each !== undefined);
    return { kind: "compound", word, parts: there, start, end: this.behind };
  }

  #condition(): Expression {
    if (!this.expect("(")) return this.missing();
    const condition = this.expression();
    if (!this.expect(")")) {
      while (!this.ended && !this.is(")") && !this.is("{") && !this.is("}") && !this.is(";")) this.at++;
      this.take(")");
    }
    return condition;
  }

  #body(): Statement | undefined {
    return this.deeper<Statement | undefined>(
      () => (this.is("}") ? undefined : this.#statement()),
      () => undefined,
    );
  }

  #if(start: number): Statement {
    this.at++;
    const condition = this.#condition();
    const yes = this.#body();
    const no = this.take("else") ? this.#body() : undefined;
    return this.#compound("if", [condition, yes, no], start);
  }

  #while(start: number): Statement {
    this.at++;
    const condition = this.#condition();
    return this.#compound("while", [condition, this.#body()], start);
  }

  #do(start: number): Statement {
    this.at++;
    const body = this.#body();
    const condition = this.expect("while") ? this.#condition() : undefined;
    this.take(";");
    return this.#compound("do", [body, condition], start);
  }

  #for(start: number): Statement {
    this.at++;
    if (!this.expect("(")) return this.#compound("for", [], start);
    const first = this.take(";") ? undefined : this.#variablesOrExpression(this.here);
    const condition = this.is(";") ? undefined : this.expression();
    this.expect(";");
    const after = this.is(")") ? undefined : this.expression();
    if (!this.expect(")")) {
      while (!this.ended && !this.is(")") && !this.is("{") && !this.is("}")) this.at++;
      this.take(")");
    }
    return this.#compound("for", [first, condition, after, this.#body()], start);
  }

  /** A word, and perhaps an expression. */
  #simple(start: number, withValue: boolean): Statement {
    const { word } = this;
    this.at++;
    const hasValue = withValue && !this.is(";") && !this.is("}");
    const value = hasValue ? this.expression() : undefined;
    this.#endStatement();
    return this.#compound(word, [value], start);
  }

  #endStatement(): void {
    if (this.take(";")) return;
    this.fault();
    // The rest of a line that makes no sense; the next line begins anew.
    while (!this.ended && !this.is(";") && !this.is("}") && !this.is("{") && !this.isOnNewLine(this.at)) {
      if (this.is("(") || this.is("[")) this.skipGroup();
      else this.at++;
    }
    this.take(";");
  }

  #try(start: number): Statement {
    this.at++;
    const call = this.expression();
    const returns = this.take("returns") ? this.parameters() : [];
    const body = this.block();
    const catches: Catch[] = [];
    while (this.is("catch")) {
      const from = this.here;
      this.at++;
      if (this.isNameAt(this.at)) this.at++;
      const parameters = this.is("(") ? this.parameters() : [];
      catches.push({ kind: "catch", parameters, body: this.block(), start: from, end: this.behind });
    }
    return { kind: "try", call, returns, body, catches, start, end: this.behind };
  }

  #assembly(start: number): Statement {
    this.at++;
    while (!this.ended && !this.is("{") && !this.is("}") && !this.is(";")) {
      if (this.is("(")) this.skipGroup();
      else this.at++;
    }
    return { kind: "assembly", body: this.yulBlock(), start, end: this.behind };
  }

  #variablesOrExpression(start: number): Statement {
    if (this.is("(") && this.#isDeclaredTuple()) return this.#tuple(start);
    if (this.is("var") && this.wordAt(this.at + 1) === "(") {
      this.at++;
      return this.#tuple(start);
    }
    if (this.isDeclaration()) {
      const variable = this.#variable();
      const value = this.take("=") ? this.expression() : undefined;
      this.#endStatement();
      return { kind: "variableStatement", variables: [variable], value, start, end: this.behind };
    }
    const expression = this.expression();
    this.#endStatement();
    return { kind: "expressionStatement", expression, start, end: this.behind };
  }

  /** `(uint a, , B memory b) = …`: the first that is there tells. */
  #isDeclaredTuple(): boolean {
    let at = this.at + 1;
    while (this.wordAt(at) === ",") at++;
    if (!this.isDeclaration(at)) return false;
    const end = this.behindGroup(this.at);
    return end > 0 && this.wordAt(end) === "=";
  }

  #variable(): Variable {
    const start = this.here;
    const type = this.type();
    const words: string[] = [];
    while (locations.has(this.word)) {
      words.push(this.word);
      this.at++;
    }
    const name = this.name();
    return { kind: "variable", type, words, overrides: [], name, value: undefined, start, end: this.behind };
  }

  #tuple(start: number): Statement {
    this.at++;
    const variables: (Variable | undefined)[] = [];
    while (!this.ended && !this.is(")")) {
      const before = this.at;
      if (this.is(",")) variables.push(undefined);
      else if (this.isDeclaration()) variables.push(this.#variable());
      else variables.push(this.#untyped());
      if (!this.take(",") && this.at === before) break;
      if (!this.is(")") && this.wordAt(this.at - 1) !== ",") break;
    }
    this.expect(")");
    const value = this.take("=") ? this.expression() : undefined;
    this.#endStatement();
    return { kind: "variableStatement", variables, value, start, end: this.behind };
  }

  /** A name of `var (a, b) = …`. */
  #untyped(): Variable {
    const name = this.name();
    const { start, end } = name;
    return { kind: "variable", type: undefined, words: [], overrides: [], name, value: undefined, start, end };
  }
}
