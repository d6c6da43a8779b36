import { parseWholeNumber, timeSeconds } from "../../chain/abi/numberUnits";
import { t } from "../../text/catalogue";
import { NotAvailable } from "../values/value";

/** An expression of Solidity. */
export type Expression =
  | { readonly kind: "number"; readonly value: bigint; readonly digits: number | undefined }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "bytes"; readonly hex: string }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly of: Expression; readonly name: string }
  | { readonly kind: "index"; readonly of: Expression; readonly index: Expression | undefined }
  | { readonly kind: "slice"; readonly of: Expression; readonly from?: Expression; readonly to?: Expression }
  | {
      readonly kind: "call";
      readonly of: Expression;
      readonly arguments: readonly Expression[];
      /** Of arguments that are named: `Point({x: 1, y: 2})`. */
      readonly names?: readonly string[];
    }
  | { readonly kind: "tuple" | "list"; readonly items: readonly Expression[] }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "choice"; readonly condition: Expression; readonly yes: Expression; readonly no: Expression };

interface Token {
  readonly kind: "number" | "text" | "name" | "sign" | "end";
  readonly text: string;
}

const signs = ["**", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", ..."+-*/%<>!~&|^()[]{}.,?:"];
const levels: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];
/** Units that Solidity has, or had. */
const units = new Set([...Object.keys(timeSeconds), "wei", "gwei", "szabo", "finney", "ether"]);
const maxLength = 4000;
const deepest = 100;

const isDigit = (char: string): boolean => char >= "0" && char <= "9";
const isNameStart = (char: string): boolean => /^[A-Za-z_$]$/.test(char);

function wrong(at: string): NotAvailable {
  return new NotAvailable(at === "" ? t("the expression ends too early") : t("unexpected {0}", at));
}

function readText(source: string, from: number): { readonly text: string; readonly end: number } {
  const quote = source[from];
  let text = "";
  let at = from + 1;
  for (; at < source.length && source[at] !== quote; at++) {
    if (source[at] !== "\\") {
      text += source[at];
      continue;
    }
    at++;
    const escaped = source[at] ?? "";
    if (escaped === "n") text += "\n";
    else if (escaped === "t") text += "\t";
    else if (escaped === "r") text += "\r";
    else if (escaped === "u" || escaped === "x") {
      const size = escaped === "u" ? 4 : 2;
      text += String.fromCharCode(Number.parseInt(source.slice(at + 1, at + 1 + size), 16) || 0);
      at += size;
    } else text += escaped;
  }
  if (at >= source.length) throw wrong("");
  return { text, end: at + 1 };
}

function tokensOf(source: string): Token[] {
  if (source.length > maxLength) throw new NotAvailable(t("the expression is too long"));
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at] as string;
    if (char.trim() === "") at++;
    else if (isDigit(char) || (char === "." && isDigit(source[at + 1] ?? ""))) {
      const start = at;
      while (
        at < source.length &&
        (/^[0-9A-Za-z_.]$/.test(source[at] ?? "") ||
          (/^[eE]$/.test(source[at - 1] ?? "") && source[at] === "-" && !source.slice(start).startsWith("0x")))
      )
        at++;
      tokens.push({ kind: "number", text: source.slice(start, at) });
    } else if (isNameStart(char)) {
      const start = at;
      while (at < source.length && (isNameStart(source[at] ?? "") || isDigit(source[at] ?? ""))) at++;
      tokens.push({ kind: "name", text: source.slice(start, at) });
    } else if (char === '"' || char === "'") {
      const { text, end } = readText(source, at);
      tokens.push({ kind: "text", text });
      at = end;
    } else {
      const sign = signs.find((each) => source.startsWith(each, at));
      if (!sign) throw wrong(char);
      tokens.push({ kind: "sign", text: sign });
      at += sign.length;
    }
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "" };
  }

  #take(text: string): boolean {
    if (this.#next.kind !== "sign" || this.#next.text !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw wrong(this.#next.text);
  }

  whole(): Expression {
    const expression = this.#choice();
    if (this.#next.kind !== "end") throw wrong(this.#next.text);
    return expression;
  }

  #choice(): Expression {
    if (++this.#depth > deepest) throw new NotAvailable(t("the expression is too deep"));
    const condition = this.#binary(0);
    if (!this.#take("?")) {
      this.#depth--;
      return condition;
    }
    const yes = this.#choice();
    this.#expect(":");
    const no = this.#choice();
    this.#depth--;
    return { kind: "choice", condition, yes, no };
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#power();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((each) => this.#take(each));
      if (!operator) return left;
      left = { kind: "binary", operator, left, right: this.#binary(level + 1) };
    }
  }

  #power(): Expression {
    const left = this.#unary();
    if (!this.#take("**")) return left;
    return { kind: "binary", operator: "**", left, right: this.#power() };
  }

  #unary(): Expression {
    for (const operator of ["!", "-", "~", "+"]) {
      if (!this.#take(operator)) continue;
      if (++this.#depth > deepest) throw new NotAvailable(t("the expression is too deep"));
      const operand = this.#unary();
      this.#depth--;
      return { kind: "unary", operator, operand };
    }
    return this.#postfix();
  }

  #postfix(): Expression {
    let expression = this.#primary();
    for (;;) {
      if (this.#take(".")) {
        const { kind, text } = this.#next;
        if (kind !== "name") throw wrong(text);
        this.#at++;
        expression = { kind: "member", of: expression, name: text };
      } else if (this.#take("[")) {
        expression = this.#index(expression);
      } else if (this.#take("(")) {
        expression = this.#take("{")
          ? this.#namedArguments(expression)
          : { kind: "call", of: expression, arguments: this.#listTo(")") };
      } else return expression;
    }
  }

  /** What stands between brackets that were opened, with commas between. */
  #listTo(end: string): Expression[] {
    const items: Expression[] = [];
    if (this.#take(end)) return items;
    do items.push(this.#choice());
    while (this.#take(","));
    this.#expect(end);
    return items;
  }

  #namedArguments(of: Expression): Expression {
    const names: string[] = [];
    const given: Expression[] = [];
    while (!this.#take("}")) {
      if (names.length > 0) this.#expect(",");
      const { kind, text } = this.#next;
      if (kind !== "name") throw wrong(text);
      this.#at++;
      this.#expect(":");
      names.push(text);
      given.push(this.#choice());
    }
    this.#expect(")");
    return { kind: "call", of, arguments: given, names };
  }

  #index(of: Expression): Expression {
    if (this.#take("]")) return { kind: "index", of, index: undefined };
    const from = this.#take(":") ? undefined : this.#choice();
    const sliced = from === undefined || this.#take(":");
    if (!sliced) {
      this.#expect("]");
      return { kind: "index", of, index: from };
    }
    const to = this.#take("]") ? undefined : this.#choice();
    if (to) this.#expect("]");
    return { kind: "slice", of, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  }

  #primary(): Expression {
    const { kind, text } = this.#next;
    if (this.#take("(")) {
      const items = this.#listTo(")");
      const [only] = items;
      return only && items.length === 1 ? only : { kind: "tuple", items };
    }
    if (this.#take("[")) return { kind: "list", items: this.#listTo("]") };
    this.#at++;
    if (kind === "number") return this.#number(text);
    if (kind === "text") return { kind: "text", value: text };
    if (kind !== "name") throw wrong(text);
    if (text === "true" || text === "false") return { kind: "bool", value: text === "true" };
    const follows = this.#next;
    if (text === "hex" && follows.kind === "text") {
      this.#at++;
      return { kind: "bytes", hex: follows.text.replaceAll("_", "") };
    }
    if (text === "unicode" && follows.kind === "text") {
      this.#at++;
      return { kind: "text", value: follows.text };
    }
    // `address payable` is one type
    if (text === "address" && follows.kind === "name" && follows.text === "payable") this.#at++;
    return { kind: "name", name: text };
  }

  #number(text: string): Expression {
    const plain = text.replaceAll("_", "");
    const { kind, text: following } = this.#next;
    const unit = kind === "name" && units.has(following) ? following : "";
    if (unit) this.#at++;
    // Solidity writes `.5 ether` too
    const value = parseWholeNumber(`${plain.startsWith(".") ? `0${plain}` : plain} ${unit}`);
    if (value === undefined) throw wrong(text);
    return { kind: "number", value, digits: plain.startsWith("0x") ? plain.length - 2 : undefined };
  }
}

/** @throws NotAvailable for what is no expression. */
export function parseExpression(source: string): Expression {
  return new Parser(tokensOf(source)).whole();
}
