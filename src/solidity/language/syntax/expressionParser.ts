import { lex, tokenKinds } from "./lexer";
import type { Call, Expression, Name, TypeName, Variable } from "./nodes";
import { TokenReader } from "./tokenReader";

/** Operators between two operands, the weakest first. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(["||"]),
  new Set(["&&"]),
  new Set(["==", "!="]),
  new Set(["<", ">", "<=", ">="]),
  new Set(["|"]),
  new Set(["^"]),
  new Set(["&"]),
  new Set(["<<", ">>", ">>>"]),
  new Set(["+", "-"]),
  new Set(["*", "/", "%"]),
];
const assignments = new Set(["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ">>>="]);
const prefixes = new Set(["!", "~", "-", "+", "++", "--", "delete", "after"]);
const locations = new Set(["memory", "storage", "calldata"]);
/** Words between the type and the name of a state variable. */
export const stateWords = new Set("public private internal external constant immutable transient virtual".split(" "));
const functionTypeWords = new Set("internal external pure view payable constant public private".split(" "));
const parameterWords = new Set([...locations, "indexed"]);
const units = new Set("wei gwei szabo finney ether seconds minutes hours days weeks years".split(" "));
const elementary = /^(?:u?int(?:\d{1,3})?|bytes(?:\d{1,2})?|u?fixed(?:\d{1,3}x\d{1,2})?|address|bool|string|byte|var)$/;
const aliases: Readonly<Record<string, string>> = {
  uint: "uint256",
  int: "int256",
  byte: "bytes1",
  fixed: "fixed128x18",
  ufixed: "ufixed128x18",
};
const maxSuffixes = 300;

/** Whether a word is a type that needs no declaration. */
export const isElementary = (word: string): boolean => elementary.test(word);
const writtenOut = (word: string): string => aliases[word] ?? word;

/** Types and expressions. */
export class ExpressionParser extends TokenReader {
  /** Behind a type that begins at an index; −1 where none does. Reads nothing. */
  protected behindType(from: number): number {
    let at = from;
    const word = this.wordAt(at);
    if (!this.isWordAt(at)) return -1;
    if (word === "mapping" || word === "function") {
      if (this.wordAt(at + 1) !== "(") return -1;
      at = this.behindGroup(at + 1);
      if (at < 0) return -1;
      if (word === "function") {
        while (functionTypeWords.has(this.wordAt(at))) at++;
        if (this.wordAt(at) === "returns" && this.wordAt(at + 1) === "(") at = this.behindGroup(at + 1);
        if (at < 0) return -1;
      }
    } else if (isElementary(word)) {
      at++;
      if (word === "address" && this.wordAt(at) === "payable") at++;
    } else {
      if (!this.isNameAt(at)) return -1;
      at++;
      while (this.wordAt(at) === "." && this.isNameAt(at + 1) && !this.isLost(at + 1)) at += 2;
    }
    while (this.wordAt(at) === "[") {
      at = this.behindGroup(at);
      if (at < 0) return -1;
    }
    return at;
  }

  /** Whether a variable is declared here: a type, and a name or where it lies. */
  protected isDeclaration(from = this.at): boolean {
    const end = this.behindType(from);
    if (end < 0) return false;
    const word = this.wordAt(end);
    if (locations.has(word) || stateWords.has(word)) return this.isWordAt(end);
    return this.isNameAt(end) && !this.isOnNewLine(end) ? true : this.isNameAt(end) && this.endsDeclaration(end + 1);
  }

  private endsDeclaration(index: number): boolean {
    return [";", "=", ",", ")"].includes(this.wordAt(index));
  }

  protected type(): TypeName | undefined {
    return this.deeper(
      () => this.#type(),
      () => undefined,
    );
  }

  #type(): TypeName | undefined {
    const start = this.here;
    let type = this.#baseType();
    for (let count = 0; type && this.is("["); count++) {
      if (count > maxSuffixes) {
        this.skipGroup();
        continue;
      }
      this.at++;
      const length: Expression | undefined = this.is("]") ? undefined : this.expression();
      this.expect("]");
      type = { kind: "arrayType", base: type, length, start, end: this.behind };
    }
    return type;
  }

  #baseType(): TypeName | undefined {
    const start = this.here;
    const { word } = this;
    if (!this.isWordAt(this.at)) {
      this.fault();
      return undefined;
    }
    if (word === "mapping") return this.#mapping(start);
    if (word === "function") return this.#functionType(start);
    if (isElementary(word)) {
      this.at++;
      const payable = word === "address" && this.take("payable");
      return { kind: "elementaryType", name: payable ? "address payable" : writtenOut(word), start, end: this.behind };
    }
    if (!this.isNameAt(this.at)) {
      this.fault();
      return undefined;
    }
    const path = this.path();
    return { kind: "userType", path, start, end: this.behind };
  }

  #mapping(start: number): TypeName {
    this.at++;
    this.expect("(");
    const key = this.type();
    if (this.isNameAt(this.at)) this.anyWord();
    let value: TypeName | undefined;
    if (this.expect("=>")) {
      value = this.type();
      if (this.isNameAt(this.at)) this.anyWord();
    }
    this.expect(")");
    return { kind: "mappingType", key, value, start, end: this.behind };
  }

  #functionType(start: number): TypeName {
    this.at++;
    const parameters = this.parameters();
    const words: string[] = [];
    while (functionTypeWords.has(this.word)) {
      // `function (uint) external public f;`: a second visibility is the variable's.
      const isVisibility = ["internal", "external", "public", "private"].includes(this.word);
      if (isVisibility && words.some((each) => each === "internal" || each === "external")) break;
      words.push(this.word);
      this.at++;
    }
    const returns = this.take("returns") ? this.parameters() : [];
    return { kind: "functionType", parameters, returns, words, start, end: this.behind };
  }

  /** `(uint a, B memory b)`, parentheses and all. */
  protected parameters(): Variable[] {
    const found: Variable[] = [];
    if (!this.expect("(")) return found;
    while (!this.ended && !this.is(")")) {
      if (this.is(";") || this.is("{") || this.is("}")) break;
      const before = this.at;
      found.push(this.parameter());
      if (this.take(",") || this.is(")")) continue;
      this.fault();
      if (this.at === before) this.at++;
    }
    this.expect(")");
    return found;
  }

  protected parameter(): Variable {
    const start = this.here;
    const type = this.type();
    const words: string[] = [];
    while (parameterWords.has(this.word)) {
      words.push(this.word);
      this.at++;
    }
    const name = this.isNameAt(this.at) ? this.anyWord() : this.noName();
    return { kind: "variable", type, words, overrides: [], name, value: undefined, start, end: this.behind };
  }

  /** All of the text as one expression; where it is none, the word that doesn't fit: empty at the end. */
  only(): Expression | string {
    const expression = this.expression();
    if (!this.ended) this.fault();
    const [fault] = this.faults;
    return fault ? this.wordAt(this.tokens.starts.indexOf(fault.end)) : expression;
  }

  expression(): Expression {
    return this.deeper<Expression>(
      () => this.#assignment(),
      () => this.missing(),
    );
  }

  #assignment(): Expression {
    const start = this.here;
    const left = this.#conditional();
    if (this.kindAt(this.at) !== tokenKinds.sign || !assignments.has(this.word)) return left;
    const operator = this.word;
    this.at++;
    const right = this.expression();
    return { kind: "assignment", operator, left, right, start, end: this.behind };
  }

  #conditional(): Expression {
    const start = this.here;
    const condition = this.#binary(0);
    if (!this.take("?")) return condition;
    const yes = this.expression();
    const no = this.expect(":") ? this.expression() : this.missing();
    return { kind: "conditional", condition, yes, no, start, end: this.behind };
  }

  #binary(level: number): Expression {
    const signs = levels[level];
    if (!signs) return this.#power();
    const start = this.here;
    const first = this.#binary(level + 1);
    if (!this.#isSign(signs)) return first;
    const operands = [first];
    const operators: string[] = [];
    while (this.#isSign(signs)) {
      operators.push(this.word);
      this.at++;
      operands.push(this.#binary(level + 1));
    }
    return { kind: "binary", operators, operands, start, end: this.behind };
  }

  #isSign(signs: ReadonlySet<string>): boolean {
    return this.kindAt(this.at) === tokenKinds.sign && signs.has(this.word);
  }

  #power(): Expression {
    const start = this.here;
    const base = this.#unary();
    if (!this.is("**")) return base;
    this.at++;
    const exponent = this.deeper<Expression>(
      () => this.#power(),
      () => this.missing(),
    );
    return { kind: "binary", operators: ["**"], operands: [base, exponent], start, end: this.behind };
  }

  #unary(): Expression {
    const start = this.here;
    const { word } = this;
    if (
      prefixes.has(word) &&
      this.kindAt(this.at) !== tokenKinds.string &&
      !(word === "after" && !this.isNameAt(this.at + 1))
    ) {
      this.at++;
      const operand = this.deeper<Expression>(
        () => this.#unary(),
        () => this.missing(),
      );
      return { kind: "unary", operator: word, operand, start, end: this.behind };
    }
    return this.#postfix(start, this.#primary());
  }

  #postfix(start: number, first: Expression): Expression {
    let of = first;
    for (let count = 0; count < maxSuffixes; count++) {
      if (this.is(".")) {
        this.at++;
        const isThere = this.isWordAt(this.at) && !this.isLost(this.at);
        const name = isThere ? this.anyWord() : this.name0();
        of = { kind: "member", of, name, start, end: this.behind };
      } else if (this.is("(")) of = this.#call(start, of);
      else if (this.is("[")) of = this.#index(start, of);
      else if (this.is("{") && this.#beginsOptions()) of = this.#options(start, of);
      else if (this.is("++") || this.is("--")) {
        const operator = this.word;
        this.at++;
        of = { kind: "unary", operator, operand: of, start, end: this.behind };
      } else return of;
    }
    while (this.is(".") || this.is("(") || this.is("[")) {
      this.fault();
      if (this.is(".")) this.at += 2;
      else this.skipGroup();
    }
    return of;
  }

  #beginsOptions(): boolean {
    return this.isWordAt(this.at + 1) && this.wordAt(this.at + 2) === ":";
  }

  #options(start: number, callee: Expression): Expression {
    const { names, values } = this.#named();
    return { kind: "callOptions", callee, names, values, start, end: this.behind };
  }

  /** `{a: x, b: y}` */
  #named(): { names: Name[]; values: Expression[] } {
    const names: Name[] = [];
    const values: Expression[] = [];
    this.at++;
    while (this.isWordAt(this.at)) {
      names.push(this.anyWord());
      values.push(this.expect(":") ? this.expression() : this.missing());
      if (!this.take(",")) break;
    }
    this.expect("}");
    return { names, values };
  }

  #index(start: number, of: Expression): Expression {
    this.at++;
    const indexes: Expression[] = [];
    let slices = false;
    while (!this.ended && !this.is("]")) {
      if (this.take(":")) {
        slices = true;
        continue;
      }
      if (this.#stops()) break;
      indexes.push(this.expression());
      if (!this.is(":")) break;
    }
    this.expect("]");
    return { kind: "index", of, indexes, slices, start, end: this.behind };
  }

  #stops(): boolean {
    return this.is(";") || this.is("}") || this.is("{") || this.is(")") || this.is("]");
  }

  #call(start: number, callee: Expression): Call {
    this.at++;
    const open = this.behind;
    const commas: number[] = [];
    if (this.is("{")) {
      const { names, values } = this.#named();
      this.expect(")");
      return { kind: "call", callee, values, names, open, commas, start, end: this.behind };
    }
    const values: Expression[] = [];
    while (!this.ended && !this.is(")")) {
      if (this.#stops()) break;
      // What begins a statement is no argument: the call before it was left open.
      if (this.isOnNewLine(this.at) && values.length === commas.length && this.isDeclaration()) break;
      values.push(this.is(",") ? this.missing() : this.expression());
      if (!this.is(",")) break;
      commas.push(this.here);
      this.at++;
      if (this.is(")")) values.push(this.missing());
    }
    this.expect(")");
    return { kind: "call", callee, values, names: undefined, open, commas, start, end: this.behind };
  }

  #primary(): Expression {
    const start = this.here;
    const kind = this.kindAt(this.at);
    const { word } = this;
    if (kind === tokenKinds.number) {
      this.at++;
      const unit = units.has(this.word) && this.isWordAt(this.at) ? this.anyWord().text : undefined;
      return { kind: "literal", of: "number", text: word, ...(unit ? { unit } : {}), start, end: this.behind };
    }
    if (kind === tokenKinds.string) {
      while (this.kindAt(this.at) === tokenKinds.string) this.at++;
      return { kind: "literal", of: "string", text: word, start, end: this.behind };
    }
    if (kind === tokenKinds.word) return this.#wordExpression(start, word);
    if (word === "(" || word === "[") return this.#tuple(start, word === "[");
    return this.missing();
  }

  #wordExpression(start: number, word: string): Expression {
    if (word === "true" || word === "false") {
      this.at++;
      return { kind: "literal", of: "bool", text: word, start, end: this.behind };
    }
    if (word === "new") {
      this.at++;
      const type = this.type();
      return { kind: "new", type, start, end: this.behind };
    }
    if (word === "payable") {
      this.at++;
      const type: TypeName = { kind: "elementaryType", name: "address payable", start, end: this.behind };
      return { kind: "typeExpression", type, start, end: this.behind };
    }
    if (isElementary(word) || ((word === "mapping" || word === "function") && this.behindType(this.at) > 0)) {
      // Brackets behind it are read as an index: `uint256[]` is a type all the same.
      const type = this.#baseType();
      return type ? { kind: "typeExpression", type, start, end: this.behind } : this.missing();
    }
    if (!this.isNameAt(this.at)) return this.missing();
    const name = this.anyWord();
    return { kind: "identifier", name, start, end: this.behind };
  }

  #tuple(start: number, isArray: boolean): Expression {
    const closer = isArray ? "]" : ")";
    this.at++;
    const items: (Expression | undefined)[] = [];
    let wasComma = true;
    while (!this.ended && !this.is(closer)) {
      if (this.is(",")) {
        if (wasComma) items.push(undefined);
        this.at++;
        wasComma = true;
        continue;
      }
      if (!wasComma || this.#stops()) break;
      items.push(this.expression());
      wasComma = false;
    }
    if (wasComma && items.length > 0) items.push(undefined);
    this.expect(closer);
    return { kind: "tuple", items, isArray, start, end: this.behind };
  }
}

/** The expression that a text is; where it is none, the word that doesn't fit: empty at the end. */
export const readExpression = (text: string): Expression | string => new ExpressionParser(lex(text)).only();
