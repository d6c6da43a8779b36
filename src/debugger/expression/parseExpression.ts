import { parseWholeNumber } from "../../chain/abi/numberUnits";
import { readExpression } from "../../solidity/language/syntax/expressionParser";
import type * as syntax from "../../solidity/language/syntax/nodes";
import { unquoted } from "../../solidity/source/sourceHead";
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

const maxLength = 4000;
const operators = new Set(["!", "-", "~", "+"]);

function wrong(at: string): NotAvailable {
  return new NotAvailable(at === "" ? t("the expression ends too early") : t("unexpected {0}", at));
}

function numberOf({ text, unit = "" }: syntax.Literal): Expression {
  const plain = text.replaceAll("_", "");
  // Solidity writes `.5 ether` too
  const value = parseWholeNumber(`${plain.startsWith(".") ? `0${plain}` : plain} ${unit}`);
  if (value === undefined) throw wrong(text);
  return { kind: "number", value, digits: plain.startsWith("0x") ? plain.length - 2 : undefined };
}

/** What can be worked out of an expression that Solidity's parser has read. */
class Reading {
  constructor(private readonly source: string) {}

  #text({ start, end }: syntax.WithRange): string {
    return this.source.slice(start, end);
  }

  read(node: syntax.Expression): Expression {
    switch (node.kind) {
      case "literal":
        return node.of === "number"
          ? numberOf(node)
          : node.of === "bool"
            ? { kind: "bool", value: node.text === "true" }
            : this.#quoted(node);
      case "identifier":
        return { kind: "name", name: node.name.text };
      case "typeExpression":
        return this.#type(node);
      case "member":
        return { kind: "member", of: this.read(node.of), name: node.name.text };
      case "index":
        return this.#index(node);
      case "call":
        return {
          kind: "call",
          of: this.read(node.callee),
          arguments: this.#all(node.values),
          ...(node.names ? { names: node.names.map(({ text }) => text) } : {}),
        };
      case "tuple": {
        const items = this.#all(node.items.map((item) => item ?? raise(",")));
        const [only] = items;
        if (node.isArray) return { kind: "list", items };
        return only && items.length === 1 ? only : { kind: "tuple", items };
      }
      case "unary":
        if (!operators.has(node.operator)) throw wrong(node.operator);
        return { kind: "unary", operator: node.operator, operand: this.read(node.operand) };
      case "binary": {
        const [first, ...others] = this.#all(node.operands);
        return others.reduce((left, right, place) => {
          const operator = node.operators[place] ?? "";
          if (operator === ">>>") throw wrong(operator);
          return { kind: "binary", operator, left, right };
        }, first ?? raise(""));
      }
      case "conditional": {
        const { condition, yes, no } = node;
        return { kind: "choice", condition: this.read(condition), yes: this.read(yes), no: this.read(no) };
      }
      case "assignment":
        throw wrong(node.operator);
      case "callOptions":
        throw wrong("{");
      default:
        throw wrong(this.#text(node));
    }
  }

  #all(nodes: readonly syntax.Expression[]): Expression[] {
    return nodes.map((node) => this.read(node));
  }

  /** As it is written, so that what is called `byte` here is no type; `address payable` is one, too. */
  #type(node: syntax.WithRange): Expression {
    const [, name = "", , more] = /^([\w$]+)(\s+payable)?(.*)$/s.exec(this.#text(node)) ?? [];
    if (more !== "") throw wrong(name);
    return { kind: "name", name };
  }

  #index(node: syntax.Index): Expression {
    const of = this.read(node.of);
    const [first, second, third] = this.#all(node.indexes);
    if (!node.slices) return { kind: "index", of, index: first };
    const begins = !this.source.slice(node.of.end, node.indexes[0]?.start).includes(":");
    const [from, to, more] = begins ? [first, second, third] : [undefined, first, second];
    if (more) throw wrong(":");
    return { kind: "slice", of, ...(from ? { from } : {}), ...(to ? { to } : {}) };
  }

  #quoted(node: syntax.Literal): Expression {
    const { text } = node;
    const [, prefix, quote, digits = ""] = /^(hex|unicode|)(["'])((?:[^\\]|\\.)*)["']$/s.exec(text) ?? [];
    if (prefix === undefined || text.at(-1) !== quote) throw wrong("");
    // texts that are joined
    if (node.end - node.start !== text.length) throw wrong(text);
    if (prefix === "hex") return { kind: "bytes", hex: digits.replaceAll("_", "") };
    return { kind: "text", value: unquoted(text.slice(prefix.length)) };
  }
}

function raise(at: string): never {
  throw wrong(at);
}

/** @throws NotAvailable for what is no expression. */
export function parseExpression(source: string): Expression {
  if (source.length > maxLength) throw new NotAvailable(t("the expression is too long"));
  const read = readExpression(source);
  if (typeof read === "string") throw wrong(read);
  return new Reading(source).read(read);
}
