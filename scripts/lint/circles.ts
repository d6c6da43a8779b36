import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { readSources, root } from "./sources";

/** Every file of the project that a file imports, statically, dynamically or for a type. */
function importGraph(folders: readonly string[]): Map<string, readonly string[]> {
  const graph = new Map<string, readonly string[]>();
  for (const { path, imports } of folders.flatMap(readSources)) {
    const files = imports.flatMap(({ specifier }) => {
      if (!specifier.startsWith(".")) return [];
      const target = `${normalize(join(dirname(path), specifier)).replace(/\.ts$/, "")}.ts`;
      return existsSync(join(root, target)) ? [target] : [];
    });
    graph.set(path, [...new Set(files)]);
  }
  return graph;
}

/**
 * The circles of a graph: each group of files of which every one reaches every other (strongly connected components of more than
 * one file, by Tarjan's algorithm).
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const stack: string[] = [];
  const waiting = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    let lowest = own;
    index.set(file, own);
    stack.push(file);
    waiting.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (waiting.has(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(file));
      for (const each of circle) waiting.delete(each);
      if (circle.length > 1 || graph.get(file)?.includes(file)) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return circles;
}

/** The same graph between folders: a folder imports another when one of its files does. */
export function folderGraph(files: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const graph = new Map<string, Set<string>>();
  for (const [path, imports] of files) {
    const folder = dirname(path);
    const others = graph.get(folder) ?? new Set<string>();
    for (const imported of imports) if (dirname(imported) !== folder) others.add(dirname(imported));
    graph.set(folder, others);
  }
  return new Map([...graph].map(([folder, others]) => [folder, [...others]]));
}

/**
 * Files that import each other in a circle can't be read, tested or moved one by one, and folders neither: there are none of files in
 * `src`, `scripts` and `tools`, and none of folders in `src`.
 */
export function checkCircles(): string[] {
  const report = (what: string, graph: ReadonlyMap<string, readonly string[]>): string[] =>
    circlesOf(graph).map((each) => `${what} in a circle: ${each.join(", ")}`);
  return [
    ...report("files", importGraph(["src", "scripts", "tools"])),
    ...report("folders", folderGraph(importGraph(["src"]))),
  ];
}
