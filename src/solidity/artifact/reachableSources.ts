import type { CompiledProject, CompiledSource } from "./compiledProject";

/** Names of the sources that a source imports, by its syntax tree. */
function importsOf({ ast }: CompiledSource): string[] {
  const nodes = (ast as { nodes?: unknown } | null | undefined)?.nodes;
  return (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => {
    const { nodeType, absolutePath } = (node ?? {}) as { nodeType?: unknown; absolutePath?: unknown };
    return nodeType === "ImportDirective" && typeof absolutePath === "string" ? [absolutePath] : [];
  });
}

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
