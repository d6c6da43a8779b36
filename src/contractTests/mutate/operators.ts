// What mutation operators do to a node of a compiler's syntax tree.

import type { SourceText } from "../../solidity/program/sourceText";
import { isNode, nodesOf, rangeOf, type SyntaxNode, typeOf } from "../../solidity/program/syntaxTree";

/** Groups of operators. The first seven have Foundry's names (`[mutation]` of `foundry.toml`). */
export const operatorGroups = [
  "assembly",
  "assignment",
  "binary-op",
  "delete-expression",
  "elim-delegate",
  "require",
  "unary-op",
  "condition",
  "literal",
  "modifier",
  "return",
  "revert",
  "argument",
  "sender",
] as const;

export type OperatorGroup = (typeof operatorGroups)[number];

/** A change of a source: what stands between two bytes becomes another text. */
export interface Change {
  readonly operator: OperatorGroup;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** What a node stands in. */
interface NodeContext {
  readonly source: SourceText;
  /** Numbers of the modifiers of all sources, for compilers that don't say what an invocation is. */
  readonly modifiers: ReadonlySet<number>;
  readonly parent: SyntaxNode | undefined;
}

type Operator = (node: SyntaxNode, around: NodeContext) => readonly Change[];

const binaryOperators: Readonly<Record<string, readonly string[]>> = {
  "+": ["-", "*"],
  "-": ["+", "*"],
  "*": ["/", "+"],
  "/": ["*", "%"],
  "%": ["*", "/"],
  "**": ["*"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "==": ["!="],
  "!=": ["=="],
  "&&": ["||"],
  "||": ["&&"],
  "&": ["|"],
  "|": ["&"],
  "^": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
};

const assignmentOperators: Readonly<Record<string, readonly string[]>> = {
  "+=": ["-=", "="],
  "-=": ["+=", "="],
  "*=": ["/=", "="],
  "/=": ["*=", "="],
  "%=": ["*=", "="],
  "|=": ["&=", "="],
  "&=": ["|=", "="],
  "^=": ["&=", "="],
  "<<=": [">>=", "="],
  ">>=": ["<<=", "="],
};

const instructions: Readonly<Record<string, string>> = {
  add: "sub",
  sub: "add",
  mul: "div",
  div: "mul",
  sdiv: "mul",
  mod: "div",
  smod: "sdiv",
  exp: "mul",
  addmod: "mulmod",
  mulmod: "addmod",
  lt: "gt",
  gt: "lt",
  slt: "sgt",
  sgt: "slt",
  eq: "xor",
  and: "or",
  or: "and",
  xor: "and",
  shl: "shr",
  shr: "shl",
  sar: "shl",
};

const literalNumber = /^(?:\d[\d_]{0,80}|0x[\da-fA-F_]{1,80})$/;

/** The whole text of a node. */
const textOf = ({ source }: NodeContext, node: SyntaxNode): string => {
  const { start, end } = rangeOf(node.src);
  return source.sliceOfBytes(start, end);
};

const whole = (operator: OperatorGroup, node: SyntaxNode, replacement: string): Change => {
  const { start, end } = rangeOf(node.src);
  return { operator, start, end, replacement };
};

/** Bytes of blanks and comments at the beginning of a text. */
function blankLength(text: string): number {
  let at = 0;
  for (;;) {
    if (/\s/.test(text[at] ?? "")) at++;
    else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end + 1;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : end + 2;
    } else return at;
  }
}

/** Where an operator stands between two nodes, in bytes. */
function between(
  { source }: NodeContext,
  left: unknown,
  right: unknown,
  operator: string,
): { readonly start: number; readonly end: number } | undefined {
  if (!isNode(left) || !isNode(right)) return undefined;
  const [from, to] = [rangeOf(left.src).end, rangeOf(right.src).start];
  const text = source.sliceOfBytes(from, to);
  const at = blankLength(text);
  if (!text.startsWith(operator, at)) return undefined;
  const start = from + Buffer.byteLength(text.slice(0, at));
  return { start, end: start + operator.length };
}

const binary: Operator = (node, around) => {
  if (node.nodeType !== "BinaryOperation") return [];
  const sign = String(node["operator"]);
  const place = between(around, node["leftExpression"], node["rightExpression"], sign);
  const others = binaryOperators[sign] ?? [];
  return place ? others.map((replacement): Change => ({ operator: "binary-op", ...place, replacement })) : [];
};

const unary: Operator = (node, around) => {
  if (node.nodeType !== "UnaryOperation") return [];
  const { start, end } = rangeOf(node.src);
  const sign = String(node["operator"]);
  if (sign === "++" || sign === "--") {
    const at = node["prefix"] === true ? start : end - 2;
    if (around.source.sliceOfBytes(at, at + 2) !== sign) return [];
    return [{ operator: "unary-op", start: at, end: at + 2, replacement: sign === "++" ? "--" : "++" }];
  }
  if (!["!", "-", "~"].includes(sign) || around.source.sliceOfBytes(start, start + 1) !== sign) return [];
  return [{ operator: "unary-op", start, end: start + 1, replacement: "" }];
};

/** What a value of a type begins with; undefined: that has no short form. */
function zeroOf(node: unknown): string | undefined {
  const type = typeOf(node).string;
  if (type === "bool") return "false";
  if (/^u?int\d*$/.test(type) || /^int_const /.test(type)) return "0";
  if (type === "address") return "address(0)";
  if (type === "address payable") return "payable(address(0))";
  return /^bytes\d+$/.test(type) ? `${type}(0)` : undefined;
}

/** Other values in place of an expression. */
function otherValues(node: SyntaxNode, around: NodeContext): string[] {
  const text = textOf(around, node);
  const values = typeOf(node).string === "bool" ? ["true", "false"] : [zeroOf(node) ?? ""];
  return values.filter((value) => value !== "" && value !== text);
}

const isLiteral = (node: unknown): boolean => isNode(node) && node.nodeType === "Literal";

const assignment: Operator = (node, around) => {
  if (node.nodeType === "VariableDeclarationStatement") {
    const value = node["initialValue"];
    if (!isNode(value) || isLiteral(value) || nodesOf(node["declarations"]).length !== 1) return [];
    return otherValues(value, around).map((replacement) => whole("assignment", value, replacement));
  }
  if (node.nodeType !== "Assignment") return [];
  const [left, right] = [node["leftHandSide"], node["rightHandSide"]];
  const sign = String(node["operator"]);
  if (sign === "=") {
    if (!isNode(right) || isLiteral(right)) return [];
    return otherValues(right, around).map((replacement) => whole("assignment", right, replacement));
  }
  const place = between(around, left, right, sign);
  const others = assignmentOperators[sign] ?? [];
  return place ? others.map((replacement): Change => ({ operator: "assignment", ...place, replacement })) : [];
};

/** The name of a function that is called by it alone. */
function calledName(node: SyntaxNode): string | undefined {
  const called = node.nodeType === "FunctionCall" ? node["expression"] : undefined;
  return isNode(called) && called.nodeType === "Identifier" ? called.name : undefined;
}

const isCheck = (node: SyntaxNode): boolean => ["require", "assert"].includes(calledName(node) ?? "");

const requirement: Operator = (node, around) => {
  const [condition] = isCheck(node) ? nodesOf(node["arguments"]) : [];
  return condition ? otherValues(condition, around).map((value) => whole("require", condition, value)) : [];
};

/** Conditions. One that holds for ever isn't tried of loops: no test would end. */
const condition: Operator = (node, around) => {
  const own = node["condition"];
  if (!isNode(own)) return [];
  if (node.nodeType === "YulIf") return [whole("assembly", own, "1"), whole("assembly", own, "0")];
  const values = { IfStatement: ["true", "false"], Conditional: ["true", "false"], ForStatement: ["false"] }[
    node.nodeType
  ];
  const tried = values ?? (/^(?:Do)?WhileStatement$/.test(node.nodeType) ? ["false"] : []);
  return tried.filter((value) => value !== textOf(around, own)).map((value) => whole("condition", own, value));
};

/** A statement with its semicolon, which compilers don't count to it; undefined where none is found. */
function withSemicolon({ source }: NodeContext, node: SyntaxNode): { start: number; end: number } | undefined {
  const { start, end } = rangeOf(node.src);
  if (source.sliceOfBytes(end - 1, end) === ";") return { start, end };
  const rest = source.text.slice(source.offsetOfByte(end), source.offsetOfByte(end) + 400);
  const at = blankLength(rest);
  return rest[at] === ";" ? { start, end: end + Buffer.byteLength(rest.slice(0, at + 1)) } : undefined;
}

/** Statements that may be left out. Checks are `require`'s. */
const deletion: Operator = (node, around) => {
  if (node.nodeType === "YulExpressionStatement") return [whole("assembly", node, "{}")];
  const { nodeType } = node;
  const called = nodeType === "ExpressionStatement" ? node["expression"] : undefined;
  const isRevert = nodeType === "RevertStatement" || (isNode(called) && calledName(called) === "revert");
  const isPlain = ["ExpressionStatement", "EmitStatement", "Break", "Continue"].includes(nodeType);
  if (!isRevert && !isPlain) return [];
  if (isNode(called) && isCheck(called)) return [];
  if (nodeType === "ExpressionStatement" && around.parent?.["loopExpression"] === node) return [];
  const place = withSemicolon(around, node);
  return place ? [{ operator: isRevert ? "revert" : "delete-expression", ...place, replacement: "{}" }] : [];
};

const delegation: Operator = (node, { source }) => {
  if (node.nodeType !== "MemberAccess" || node["memberName"] !== "delegatecall") return [];
  const { end } = rangeOf(node.src);
  const start = end - "delegatecall".length;
  if (source.sliceOfBytes(start, end) !== "delegatecall") return [];
  return [{ operator: "elim-delegate", start, end, replacement: "call" }];
};

const literal: Operator = (node, around) => {
  if (node.nodeType === "YulLiteral" && node["kind"] === "number") {
    return neighbors(textOf(around, node)).map((value) => whole("assembly", node, value));
  }
  if (node.nodeType !== "Literal" || around.parent?.nodeType === "ArrayTypeName") return [];
  const text = textOf(around, node);
  if (node["kind"] === "bool") return [whole("literal", node, text === "true" ? "false" : "true")];
  if (node["kind"] !== "number" || !/^int_const |^rational_const /.test(typeOf(node).string)) return [];
  const values = literalNumber.test(text) ? neighbors(text) : ["0", `(${text} + 1)`];
  return values.map((value) => whole("literal", node, value));
};

/** The numbers beside one, and nothing. */
function neighbors(text: string): string[] {
  if (!literalNumber.test(text)) return [];
  const value = BigInt(text.replaceAll("_", ""));
  const near = value === 0n ? [1n] : [value + 1n, value - 1n];
  return near.map(String);
}

const returned: Operator = (node, around) => {
  const value = node.nodeType === "Return" ? node["expression"] : undefined;
  if (!isNode(value) || isLiteral(value)) return [];
  return otherValues(value, around).map((replacement) => whole("return", value, replacement));
};

const modifier: Operator = (node, { modifiers }) => {
  if (node.nodeType !== "ModifierInvocation") return [];
  const name = node["modifierName"];
  const meant = isNode(name) ? name["referencedDeclaration"] : undefined;
  const isModifier = typeof meant === "number" && modifiers.has(meant);
  return isModifier ? [whole("modifier", node, "")] : [];
};

const assembly: Operator = (node) => {
  const name = node.nodeType === "YulFunctionCall" ? node["functionName"] : undefined;
  const other = isNode(name) ? instructions[name.name ?? ""] : undefined;
  return isNode(name) && other !== undefined ? [whole("assembly", name, other)] : [];
};

/** Types of literals name their values: `int_const 5`. */
const comparedType = (node: SyntaxNode): string => typeOf(node).string.split(" ", 1)[0] ?? "";

/** Two arguments side by side that a compiler takes for each other change places. */
const swapped: Operator = (node, around) => {
  const names = node["names"];
  if (node.nodeType !== "FunctionCall" || (Array.isArray(names) && names.length > 0)) return [];
  const values = nodesOf(node["arguments"]);
  return values.slice(1).flatMap((right, at): Change[] => {
    const left = values[at];
    if (!left || comparedType(left) === "" || comparedType(left) !== comparedType(right)) return [];
    const [one, other] = [textOf(around, left), textOf(around, right)];
    const { start, end } = rangeOf(left.src);
    const next = rangeOf(right.src);
    if (one === other || next.start <= end) return [];
    const text = `${other}${around.source.sliceOfBytes(end, next.start)}${one}`;
    return [{ operator: "argument", start, end: next.end, replacement: text }];
  });
};

/** Who signed in place of who calls: tests in which both are one don't see it. */
const sender: Operator = (node) => {
  const of = node.nodeType === "MemberAccess" && node["memberName"] === "sender" ? node["expression"] : undefined;
  return isNode(of) && of.nodeType === "Identifier" && of.name === "msg" ? [whole("sender", node, "tx.origin")] : [];
};

const operators: readonly Operator[] = [
  binary,
  unary,
  assignment,
  requirement,
  condition,
  deletion,
  delegation,
  literal,
  returned,
  modifier,
  assembly,
  swapped,
  sender,
];

/** All changes of one node. What is wrong with a tree gives none. */
export const changesOf: Operator = (node, around) => operators.flatMap((operator) => operator(node, around));
