import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Whether a chain of promises ends with a step whose failure has no one to hear it: `a().then(b)`, and `.finally(c)` behind that. */
function isUnheard(argument: Node): boolean {
  const call = (argument.type === "ChainExpression" ? argument["expression"] : argument) as Node;
  if (call.type !== "CallExpression") return false;
  const callee = call["callee"] as Node;
  if (callee.type !== "MemberExpression") return false;
  const { name } = callee["property"] as unknown as { readonly name?: string };
  if (name === "finally") return isUnheard(callee["object"] as Node);
  return name === "then" && (call["arguments"] as readonly unknown[]).length < 2;
}

/** A promise that is left alone with `void` and goes on to something, says who hears of its failure: `void a.then(b)` has no one. */
export function leftPromises({ path, text, program }: SourceFile): string[] {
  const found: number[] = [];
  new Visitor({
    UnaryExpression({ operator, argument, start }) {
      if (operator === "void" && isUnheard(argument as unknown as Node)) found.push(start);
    },
  }).visit(program);
  return found.map((at) => `${path}:${lineOf(text, at)} nobody hears of its failure: end it with .catch(…)`);
}

export const checkLeftPromises = (): string[] => readSources("src").flatMap(leftPromises);
