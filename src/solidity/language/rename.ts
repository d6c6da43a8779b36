import { isNode, nodesOf } from "../program/syntaxTree";
import type { SourceLocation } from "./questions";
import type { Declaration, Reference, SyntaxIndex } from "./syntaxIndex";

/** A declaration by where its name stands: ids differ from one analysis to the next. */
export const keyOf = (index: SyntaxIndex, { source, nameStart }: Declaration): string =>
  `${index.paths.get(source) ?? source}:${nameStart}`;

/** What must have the same name: a function with those that it overrides and that override it, a contract with its constructor of old. */
export function relatives(index: SyntaxIndex, ids: ReadonlySet<number>): Set<number> {
  const links = new Map<number, Set<number>>();
  const link = (left: number, right: number): void => {
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const)
      links.set(from, (links.get(from) ?? new Set()).add(to));
  };
  for (const { id, node, name, parent } of index.declarations.values()) {
    const bases = node["baseFunctions"] ?? node["baseModifiers"];
    if (Array.isArray(bases)) for (const base of bases as unknown[]) if (typeof base === "number") link(id, base);
    const isOldConstructor = node.nodeType === "FunctionDefinition" && name !== "" && name === parent?.name;
    if (isOldConstructor && parent) link(id, parent.id);
  }
  const found = new Set(ids);
  for (const id of found) for (const other of links.get(id) ?? []) found.add(other);
  return found;
}

/** Places where any of the declarations is named, their own names among them. */
export function placesOf(index: SyntaxIndex, ids: ReadonlySet<number>): Reference[] {
  const places = index.references.filter(({ id }) => ids.has(id));
  for (const id of ids) {
    const declaration = index.declarations.get(id);
    if (declaration && declaration.nameEnd > declaration.nameStart)
      places.push({ id, source: declaration.source, start: declaration.nameStart, end: declaration.nameEnd });
  }
  return places;
}

export function locationOf(
  index: SyntaxIndex,
  { source, start, end }: Omit<Reference, "id">,
): SourceLocation | undefined {
  const text = index.texts.get(source);
  return text && { path: index.paths.get(source), sourceName: source, range: text.rangeOf(start, end) };
}

/** Where an import's path leads: the file that is imported at an offset. */
export function importAt(index: SyntaxIndex, source: string, offset: number): string | undefined {
  for (const node of nodesOf(index.trees.get(source)?.["nodes"])) {
    const range = index.rangeOf(source, node);
    if (node.nodeType !== "ImportDirective" || !isNode(node) || !range) continue;
    if (offset < range.start || offset > range.end) continue;
    const path = node["absolutePath"];
    return typeof path === "string" ? path : undefined;
  }
  return undefined;
}

/** The text before an edit for an offset of the text after it, by what both begin and end with. */
export function earlierOffset(now: string, before: string, offset: number): number {
  if (now === before) return offset;
  const shorter = Math.min(now.length, before.length);
  let prefix = 0;
  while (prefix < shorter && now.charCodeAt(prefix) === before.charCodeAt(prefix)) prefix++;
  let suffix = 0;
  while (
    suffix < shorter - prefix &&
    now.charCodeAt(now.length - 1 - suffix) === before.charCodeAt(before.length - 1 - suffix)
  )
    suffix++;
  if (offset <= prefix) return offset;
  return offset >= now.length - suffix ? offset + before.length - now.length : prefix;
}
