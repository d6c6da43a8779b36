import { isNode, nodesOf } from "../program/syntaxTree";
import type { CompiledProject, CompiledSource } from "./compiledProject";

/** Names of the sources that a source imports, by its syntax tree. */
const importsOf = ({ ast }: CompiledSource): string[] =>
  (isNode(ast) ? nodesOf(ast["nodes"]) : []).flatMap(({ nodeType, absolutePath }) =>
    nodeType === "ImportDirective" && typeof absolutePath === "string" ? [absolutePath] : [],
  );

/** A source and all that it imports, itself first, the others by name. */
export function reachableSources(project: Pick<CompiledProject, "sources">, name: string): CompiledSource[] {
  const byName = new Map(project.sources.map((source) => [source.name, source]));
  const found = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const source = byName.get(next);
    if (!source || found.has(next)) continue;
    found.add(next);
    waiting.push(...importsOf(source));
  }
  found.delete(name);
  return [name, ...[...found].sort()].flatMap((each) => byName.get(each) ?? []);
}
