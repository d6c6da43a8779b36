import { lineEnd } from "../../program/textChange";
import { contractAt } from "../completion";
import type { Type } from "../names/types";
import type { Expression } from "../syntax/nodes";
import { isStatement, type SyntaxPart, walkParts, withoutOptions } from "../syntax/walk";
import {
  bodyAround,
  expressionAt,
  freeName,
  indentAt,
  mayBeCompiledSince,
  type Refactoring,
  type Selected,
  statementAround,
  staysWhole,
  stepIn,
  trimmed,
  writtenType,
} from "./refactoring";

const changing = new Set(["++", "--", "delete"]);

/** Whether an expression is changed, or worked out otherwise than once and first, by what is around it. */
function isBound(around: readonly SyntaxPart[], expression: Expression): boolean {
  return around.some((part, i) => {
    const inner = around[i + 1] ?? expression;
    switch (part.kind) {
      case "assignment":
        return part.left === inner;
      case "unary":
        return changing.has(part.operator);
      case "binary":
        // `a && b`: b may never be worked out.
        return ["&&", "||"].includes(part.operators[0] ?? "") && part.operands[0] !== inner;
      case "conditional":
        return part.condition !== inner;
      case "compound":
        return ["for", "while", "do", "emit", "revert"].includes(part.word) && isLoopOrSignal(part.word, inner);
      case "call":
        return part.callee === inner;
      case "callOptions":
        return part.callee === inner;
      case "member":
        return part.name.text === "push" || part.name.text === "pop";
      default:
        return false;
    }
  });
}

/** What a loop works out again and again; what is emitted is a call by itself. */
const isLoopOrSignal = (word: string, inner: SyntaxPart): boolean =>
  word === "emit" || word === "revert" ? inner.kind !== "call" : true;

/** Whether something in a statement acts before an expression is worked out. */
function actsBefore(statement: SyntaxPart, { start }: Expression): boolean {
  let acts = false;
  walkParts([statement], (part) => {
    if (part.end > start) return;
    if (part.kind === "assignment" || part.kind === "callOptions") acts = true;
    if (part.kind === "unary" && changing.has(part.operator)) acts = true;
    if (part.kind === "call" && part.callee.kind !== "typeExpression") acts = true;
  });
  return acts;
}

/** The type that a written number has by what stands beside it; undefined where nothing says it. */
function wantedType(selected: Selected, around: readonly SyntaxPart[], expression: Expression): Type | undefined {
  const { project, file } = selected;
  const binding = project.names.bind(file);
  const parent = around.at(-1);
  const beside = (others: readonly Expression[]): Type | undefined =>
    others.map((each) => binding.typeOf(each)).find((type) => type.is === "value");
  switch (parent?.kind) {
    case "binary":
      if (["<<", ">>", "**"].includes(parent.operators[0] ?? "")) return undefined;
      return beside(parent.operands.filter((each) => each !== expression));
    case "assignment":
      return beside([parent.left]);
    case "variableStatement": {
      const local = binding.locals.find(({ node }) => node === parent.variables[0]);
      return local && parent.variables.length === 1 ? project.names.typeOf(local) : undefined;
    }
    case "call": {
      const call = binding.calls.find(({ node }) => node === parent);
      const [only] = call?.to ?? [];
      if (!call || !only || call.to.length !== 1 || parent.names) return undefined;
      const parameter = only.taken[parent.values.indexOf(expression) + (call.isAttached ? 1 : 0)];
      return parameter && project.names.typeOf(parameter);
    }
    default:
      return undefined;
  }
}

/** The type of an expression for a name of its own; a number that is written takes that of its place. */
function typeFor(selected: Selected, around: readonly SyntaxPart[], expression: Expression): string | undefined {
  const type = selected.project.names.bind(selected.file).typeOf(expression);
  if (type.is === "number") {
    const wanted = wantedType(selected, around, expression);
    return wanted?.is === "value" ? writtenType(wanted) : undefined;
  }
  if (type.is === "text") {
    const wanted = wantedType(selected, around, expression);
    return wanted ? writtenType(wanted) : undefined;
  }
  // Since 0.8 who sends is no longer payable.
  if (isSender(expression) && mayBeCompiledSince(selected.file, "0.8.0")) return "address";
  return writtenType(type);
}

const isSender = (node: Expression): boolean =>
  node.kind === "member" && node.of.kind === "identifier" && ["sender", "origin"].includes(node.name.text);

/** A name by what is worked out: `balanceOf(x)` → `balance`. */
function nameFor(expression: Expression): string {
  const named = withoutOptions(expression.kind === "call" ? expression.callee : expression);
  const word = named.kind === "member" || named.kind === "identifier" ? named.name.text : "";
  const plain = word.replace(/^(?:get|_+)(?=[A-Za-z])/, "").replace(/Of$/, "");
  const name = `${(plain[0] ?? "").toLowerCase()}${plain.slice(1)}`;
  return /^[a-z]\w{0,40}$/.test(name) && name !== word ? name : "value";
}

function selectedExpression(selected: Selected) {
  const { file } = selected;
  const { start, end } = trimmed(file.text, selected.start, selected.end);
  if (start === end || !bodyAround({ file, start, end })) return undefined;
  const place = statementAround(file, start, end);
  const found = place && expressionAt(place.chain, start, end);
  return place && found && { ...place, ...found, start, end };
}

/**
 * Gives the selected expression a name, in a line before its statement. Not where that would work it out earlier or more often than now, or
 * where its type can't be held.
 */
export function extractVariable(selected: Selected): Refactoring | undefined {
  const { project, file } = selected;
  const found = selectedExpression(selected);
  if (!found) return undefined;
  const { statement, expression, around, start, end } = found;
  if (around.some((part) => part !== statement && isStatement(part))) return undefined;
  if (statement.kind === "assembly" || statement.kind === "try") return undefined;
  if (isBound(around, expression) || actsBefore(statement, expression)) return undefined;
  const type = typeFor(selected, around, expression);
  if (type === undefined) return undefined;
  const value = freeName(selected, nameFor(expression), contractAt(file, start));
  const indent = indentAt(file.text, statement.start);
  const line = `${type} ${value} = ${file.text.slice(start, end)};${lineEnd(file.text)}${indent}`;
  const changes = [
    { start: statement.start, end: statement.start, text: line },
    { start, end, text: value },
  ];
  return staysWhole(project, file, changes) ? { kind: "variable", value, changes } : undefined;
}

/** Gives the selected number a name as a constant of its contract. */
export function extractConstant(selected: Selected): Refactoring | undefined {
  const { project, file } = selected;
  const found = selectedExpression(selected);
  const contract = contractAt(file, selected.start);
  const node = contract?.contractNode;
  if (!found || !node || node.form === "interface") return undefined;
  const { expression, around, start, end } = found;
  if (expression.kind !== "literal" || expression.of !== "number") return undefined;
  const type = typeFor(selected, around, expression);
  if (type === undefined) return undefined;
  const value = freeName(selected, "NAMED_VALUE", contract);
  const step = stepIn(file, contract);
  const at = file.text.indexOf("{", node.open) + 1;
  const newLine = lineEnd(file.text);
  const declared = `${newLine}${step}${type} private constant ${value} = ${file.text.slice(start, end)};`;
  const constants = node.items.filter((each) => each.kind === "variable" && each.words.includes("constant"));
  const last = constants.at(-1);
  const where = last ? last.end : at;
  const changes = [
    { start: where, end: where, text: last ? declared : `${declared}${newLine}` },
    { start, end, text: value },
  ];
  return staysWhole(project, file, changes) ? { kind: "constant", value, changes } : undefined;
}
