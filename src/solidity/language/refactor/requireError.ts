import { lineEnd } from "../../program/textChange";
import { contractAt } from "../completion";
import type { Declaration } from "../names/declarations";
import { textOf } from "../syntax/literals";
import type { Call, Expression, WithRange } from "../syntax/nodes";
import { partsAround } from "../syntax/walk";
import { freeName, mayBeCompiledSince, type Refactoring, type Selected, staysWhole, stepIn } from "./refactoring";

/** The first release with errors of one's own. */
const withErrors = "0.8.4";

const opposites: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
};
const simple = new Set(["identifier", "member", "index", "call", "literal"]);

/** The opposite of a condition, as it would be written. */
function opposite(text: string, node: Expression): string {
  const written = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  if (node.kind === "unary" && node.operator === "!") {
    const [inner] = node.operand.kind === "tuple" && !node.operand.isArray ? node.operand.items : [node.operand];
    return written(inner ?? node.operand);
  }
  if (node.kind === "binary" && node.operators.length === 1) {
    const [left, right] = node.operands;
    const other = opposites[node.operators[0] ?? ""];
    if (left && right && other) return `${written(left)} ${other} ${written(right)}`;
  }
  return simple.has(node.kind) ? `!${written(node)}` : `!(${written(node)})`;
}

/** `Bank: not enough coins` → `NotEnoughCoins`; without words the function's name says what failed. */
function errorName(message: string, inside: Declaration | undefined): string {
  const words = message.slice(message.lastIndexOf(":") + 1);
  const parts = (/[A-Za-z0-9]/.test(words) ? words : message).match(/[A-Za-z][A-Za-z0-9]*|[0-9]+/g) ?? [];
  const name = parts
    .slice(0, 8)
    .map((part) => (part[0] ?? "").toUpperCase() + part.slice(1))
    .join("")
    .replace(/^[0-9]+/, "");
  if (name !== "") return name.slice(0, 60);
  const own = inside?.name.text ?? "";
  return own === "" ? "ConditionFailed" : `${(own[0] ?? "").toUpperCase()}${own.slice(1)}Failed`;
}

/** A call that is a statement of its own, and whether that stands in a block. */
interface FailingCall {
  readonly call: Call;
  readonly statement: WithRange;
  readonly isInBlock: boolean;
}

/** The call of `require` or `revert` that an offset is in, where it stands as a statement. */
function failingCall({ project, file, start }: Selected): FailingCall | undefined {
  const around = partsAround(file.tree.items, start);
  const at = around.findLastIndex((part) => part.kind === "expressionStatement");
  const statement = around[at];
  if (statement?.kind !== "expressionStatement" || statement.expression.kind !== "call") return undefined;
  const call = statement.expression;
  const { callee } = call;
  if (callee.kind !== "identifier" || !["require", "revert"].includes(callee.name.text) || call.names) return undefined;
  const isDeclared = project.names.bind(file).references.some((each) => each.start === callee.name.start);
  return isDeclared ? undefined : { call, statement, isInBlock: around[at - 1]?.kind === "block" };
}

/**
 * `require(a > b, "Bank: too few")` becomes `if (a <= b) revert TooFew();`, with the error in the contract where it isn't known yet. Not
 * where a remark would be lost.
 */
export function requireToError(selected: Selected): Refactoring | undefined {
  const { project, file, start } = selected;
  const found = failingCall(selected);
  if (!found || !mayBeCompiledSince(file, withErrors)) return undefined;
  const { call, statement, isInBlock } = found;
  const isRequire = call.callee.kind === "identifier" && call.callee.name.text === "require";
  const [condition, message] = isRequire ? call.values : [undefined, call.values[0]];
  const words = message ? textOf(message) : "";
  if (words === undefined || call.values.length > (isRequire ? 2 : 1) || (isRequire && !condition)) return undefined;
  if (file.tokens.comments.some((each) => each.start >= call.start && each.end <= call.end)) return undefined;
  const contract = contractAt(file, start);
  const inside = (contract?.members ?? file.items).find(
    (each) => each.function && each.start <= start && start <= each.end,
  );
  const wanted = errorName(words, inside);
  const known = contract ? project.names.contractNames(contract).get(wanted) : undefined;
  const isKnown = known?.some((each) => each.kind === "error" && each.parameters.length === 0) ?? false;
  const name = isKnown ? wanted : freeName(selected, wanted, contract);
  const text = condition ? `if (${opposite(file.text, condition)}) revert ${name}()` : `revert ${name}()`;
  // An `else` behind it would go with the new condition.
  const change = isInBlock || !condition ? { ...call, text } : { ...statement, text: `{ ${text}; }` };
  const changes = [{ start: change.start, end: change.end, text: change.text }];
  if (!isKnown) changes.unshift(declaration(selected, contract, inside, name));
  return staysWhole(project, file, changes) ? { kind: "error", value: name, changes } : undefined;
}

/** Where the error is declared: as the contract's first thing, or before a function that stands in none. */
function declaration(
  { file }: Selected,
  contract: Declaration | undefined,
  inside: Declaration | undefined,
  name: string,
): { start: number; end: number; text: string } {
  const end = lineEnd(file.text);
  const node = contract?.contractNode;
  if (!node) {
    const at = inside?.start ?? 0;
    return { start: at, end: at, text: `error ${name}();${end}${end}` };
  }
  const open = file.text.indexOf("{", node.open);
  const at = open + 1;
  const errors = node.items.filter((each) => each.kind === "error");
  const last = errors.at(-1);
  if (last) return { start: last.end, end: last.end, text: `${end}${stepIn(file, contract)}error ${name}();` };
  return { start: at, end: at, text: `${end}${stepIn(file, contract)}error ${name}();${end}` };
}
