import type { Catch, Expression, Item, Statement, TypeName, YulNode } from "./nodes";

/** Anything of a tree that has a kind. */
export type SyntaxPart = Item | Expression | Statement | TypeName | YulNode | Catch;

const isPart = (value: object): value is SyntaxPart => "kind" in value && "start" in value;

const statementKinds = new Set(["block", "compound", "variableStatement", "expressionStatement", "try", "assembly"]);

export const isStatement = (part: SyntaxPart): part is Statement => statementKinds.has(part.kind);

/** An expression without the options behind it: `f` of `f{value: 1}`. */
export const withoutOptions = (node: Expression): Expression => (node.kind === "callOptions" ? node.callee : node);

/** The parts right inside another, in the order in which they are noted. */
export function partsOf(value: object): SyntaxPart[] {
  const found: SyntaxPart[] = [];
  const collect = (each: unknown): void => {
    if (typeof each !== "object" || each === null) return;
    if (Array.isArray(each)) for (const one of each) collect(one);
    else if (isPart(each)) found.push(each);
    else for (const one of Object.values(each)) collect(one);
  };
  for (const each of Object.values(value)) collect(each);
  return found;
}

/** Every part around an offset, the outermost first. */
export function partsAround(items: readonly Item[], offset: number): SyntaxPart[] {
  const around: SyntaxPart[] = [];
  let parts: readonly SyntaxPart[] = items;
  for (;;) {
    const next = parts.find(({ start, end }) => start <= offset && offset <= end);
    const better = parts.findLast(({ start, end }) => start <= offset && offset <= end);
    // Where two meet, what begins here counts for what stands behind it.
    const part =
      better && better.start === offset && next && next !== better ? preferred(next, better) : (better ?? next);
    if (!part) return around;
    around.push(part);
    parts = partsOf(part);
  }
}

/** Of two parts that touch at an offset: one that ends without an end of its own goes on. */
function preferred(before: SyntaxPart, behind: SyntaxPart): SyntaxPart {
  return before.kind === "member" || before.kind === "identifier" ? before : behind;
}

/** Goes through all parts, each before those inside it. */
export function walkParts(items: readonly SyntaxPart[], visit: (part: SyntaxPart) => void): void {
  const waiting = [...items].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    visit(next);
    const inside = partsOf(next);
    for (let i = inside.length - 1; i >= 0; i--) {
      const part = inside[i];
      if (part) waiting.push(part);
    }
  }
}
