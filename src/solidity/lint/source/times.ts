import type { Declaration } from "../../language/names/declarations";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "./lintSource";

const units = new Set(["seconds", "minutes", "hours", "days", "weeks", "years"]);

/** Variables that begin with variables, and parentheses, are followed so far. */
const deepest = 12;

/** Whether it is the time of the block itself. */
export const isNow = (source: LintSource, node: Expression): boolean =>
  source.builtInMember(node, "block") === "timestamp" || source.isGlobal(node, "now");

/** Whether an expression is made of a number with a unit of time, which counts seconds; also by the value that a variable starts with. */
export function countsSeconds(source: LintSource, node: Expression, depth = 0): boolean {
  if (depth > deepest) return false;
  switch (node.kind) {
    case "literal":
      return node.unit !== undefined && units.has(node.unit);
    case "tuple":
      return node.items.length === 1 && node.items[0] !== undefined && countsSeconds(source, node.items[0], depth + 1);
    case "binary":
      if (node.operands.some((each) => isThousand(source, each))) return false;
      return node.operands.some((each) => countsSeconds(source, each, depth + 1));
    case "identifier":
    case "member":
      return source.meaningOf(node).some((each) => beginsWithSeconds(source, each, depth + 1));
    default:
      return false;
  }
}

const known = new WeakMap<Declaration, boolean>();

/** Whether a variable of the file starts with a number that has a unit of time. */
function beginsWithSeconds(source: LintSource, variable: Declaration, depth: number): boolean {
  // What names in another file mean, its own source knows.
  if (variable.file !== source.file) return false;
  const kept = known.get(variable);
  if (kept !== undefined) return kept;
  known.set(variable, false);
  const { value } = variable.variable ?? {};
  const begins = value !== undefined && countsSeconds(source, value, depth);
  known.set(variable, begins);
  return begins;
}

const isThousand = (source: LintSource, node: Expression): boolean => source.numberOf(node, undefined) === 1000n;

const maxRounds = 4;

/** Variables that are given the time of a block, by the assignments of the file. */
export class Times {
  readonly #variables = new Set<Declaration>();

  constructor(private readonly source: LintSource) {
    const locals = new Map<unknown, Declaration>(source.binding.locals.map((each) => [each.node, each]));
    // What is assigned further up by what is further down is found in the next round.
    for (let round = 0; round < maxRounds; round++) {
      const before = this.#variables.size;
      for (const contract of source.contracts)
        for (const each of contract.members)
          if (each.variable?.value && this.isTime(each.variable.value)) this.#variables.add(each);
      for (const { part } of source.of("assignment"))
        if (part.operator === "=" && this.isTime(part.right)) this.#take(part.left);
      for (const { part } of source.of("variableStatement")) {
        const [first] = part.variables;
        if (!first || part.variables.length > 1 || !part.value || !this.isTime(part.value)) continue;
        const declared = locals.get(first);
        if (declared) this.#variables.add(declared);
      }
      if (before === this.#variables.size) return;
    }
  }

  #take(node: Expression): void {
    if (node.kind !== "identifier" && node.kind !== "member" && node.kind !== "index") return;
    let target: Expression = node;
    while (target.kind === "index") target = target.of;
    for (const each of this.source.meaningOf(target)) this.#variables.add(each);
  }

  /** Whether it is a moment: the time of a block, or that with something added. */
  isTime(node: Expression): boolean {
    if (isNow(this.source, node)) return true;
    switch (node.kind) {
      case "binary":
        return ["+", "-"].includes(node.operators[0] ?? "") && node.operands.some((each) => this.isTime(each));
      case "tuple":
        return node.items.length === 1 && node.items[0] !== undefined && this.isTime(node.items[0]);
      case "index":
        return this.isTime(node.of);
      case "call":
        return node.callee.kind === "typeExpression" && node.values[0] !== undefined && this.isTime(node.values[0]);
      case "identifier":
      case "member":
        return this.source.meaningOf(node).some((each) => this.#variables.has(each));
      default:
        return false;
    }
  }
}
