import { posix } from "node:path";
import { importedName } from "../../imports/remappings";
import { lineEnd, type RangeChange } from "../../program/textChange";
import type { Declaration, SourceFile } from "../names/declarations";
import type { ProjectNames } from "../names/places";
import type { FileInProject } from "../names/sourceProjects";
import type { Import, Name } from "../syntax/nodes";

/** Something of another file that a name could mean, and how it is imported. */
export interface Importable {
  readonly declaration: Declaration;
  /** As it would be written: `./Coin.sol`. */
  readonly from: string;
  readonly change: RangeChange;
}

/** What a file can give to others by its name. */
const importableKinds = new Set<Declaration["kind"]>([
  "contract",
  "struct",
  "enum",
  "error",
  "event",
  "function",
  "valueType",
  "variable",
]);

/** `./Coin.sol` from where a source stands, by the names of both. */
function relativePath(from: string, to: string): string {
  const way = posix.relative(posix.dirname(from), to);
  return way.startsWith("../") ? way : `./${way}`;
}

/** What files of a project can give, and how the path of each is written: found once. */
interface Offered {
  readonly declarations: ReadonlyMap<SourceFile, readonly Declaration[]>;
  readonly written: ReadonlyMap<SourceFile, string>;
}

const offeredBy = new WeakMap<ProjectNames, Offered>();

const canBeImported = ({ kind, name, role }: Declaration): boolean =>
  name.text !== "" && importableKinds.has(kind) && (kind !== "variable" || role === "constant");

function offered(project: ProjectNames): Offered {
  const known = offeredBy.get(project);
  if (known) return known;
  const declarations = new Map<SourceFile, readonly Declaration[]>();
  for (const file of project.files.values()) {
    const able = file.items.filter(canBeImported);
    if (able.length > 0) declarations.set(file, able);
  }
  const found = { declarations, written: writtenPaths(project) };
  offeredBy.set(project, found);
  return found;
}

/** How other files of the project write the path of each file that they import by no relative one. */
function writtenPaths({ files, names }: ProjectNames): Map<SourceFile, string> {
  const found = new Map<SourceFile, string>();
  for (const file of files.values())
    for (const one of file.imports) {
      const { text } = one.node.path;
      if (text.startsWith(".")) continue;
      const target = names.imported(file, one);
      if (target && !found.has(target)) found.set(target, text);
    }
  return found;
}

/** The path by which a file imports another; undefined where none is sure to lead there. */
function pathTo(
  project: ProjectNames,
  file: SourceFile,
  target: SourceFile,
  written: ReadonlyMap<SourceFile, string>,
): string | undefined {
  const known = written.get(target);
  if (known !== undefined) return known;
  if (project.isForeign(target)) return project.importPathOf(file, target);
  const way = relativePath(file.path, target.path);
  return importedName(way, file.path) === target.path ? way : undefined;
}

const quoteOf = (file: SourceFile): string => {
  const [first] = file.imports;
  return first && file.text.slice(first.node.start, first.node.end).includes("'") ? "'" : '"';
};

const isSpaced = (file: SourceFile): boolean =>
  file.imports.some(({ node }) => node.symbols && /\{\s/.test(file.text.slice(node.start, node.end)));

/** Behind the line in which an offset is, and whether that line has an end. */
function nextLine(text: string, offset: number): { at: number; closed: boolean } {
  let at = offset;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  if (at === text.length) return { at, closed: false };
  return { at: at + (text.startsWith("\r\n", at) ? 2 : 1), closed: true };
}

/** What brings a name of another file into a file: beside the names that it takes from there, or in a line of its own. */
function importChange(
  file: SourceFile,
  name: string,
  from: string,
  target: SourceFile,
  project: ProjectNames,
): RangeChange {
  const { text, tree } = file;
  const beside = file.imports.find(
    (one) => one.node.symbols && one.node.symbols.length > 0 && project.names.imported(file, one)?.path === target.path,
  );
  const last = beside?.node.symbols?.at(-1);
  if (last) {
    const at = (last.alias ?? last.name).end;
    return { start: at, end: at, text: `, ${name}` };
  }
  const quote = quoteOf(file);
  const blank = isSpaced(file) ? " " : "";
  const line = `import {${blank}${name}${blank}} from ${quote}${from}${quote};`;
  const end = lineEnd(text);
  const [lastImport, pragma] = [file.imports.at(-1)?.node, tree.items.findLast((item) => item.kind === "pragma")];
  const before = lastImport ?? pragma;
  if (!before) {
    const [first] = tree.items;
    const license = text.indexOf("SPDX-License-Identifier");
    const { at, closed } =
      license < 0 || (first && license > first.start) ? { at: 0, closed: true } : nextLine(text, license);
    return { start: at, end: at, text: `${closed ? "" : end}${line}${end}` };
  }
  const { at, closed } = nextLine(text, before.end);
  return { start: at, end: at, text: `${closed ? "" : end}${lastImport ? "" : end}${line}${end}` };
}

/**
 * What other files of a project could give to one that doesn't know it yet.
 * @param near the file, with what it imports
 * @param project with all files that could be imported, as they were a moment ago
 * @param wants whether a name is one of those that are asked for
 */
export function importables(
  { project: near, file }: FileInProject,
  project: ProjectNames,
  wants: (name: string, declaration: Declaration) => boolean,
  max = 500,
): Importable[] {
  const { declarations, written } = offered(project);
  const found: Importable[] = [];
  for (const [target, able] of declarations) {
    if (target.path === file.path || found.length >= max) continue;
    let from: string | undefined;
    for (const declaration of able) {
      const { text } = declaration.name;
      if (!wants(text, declaration) || near.names.inFile(file, text).length > 0) continue;
      from ??= pathTo(project, file, target, written);
      if (from === undefined) break;
      if (found.length < max) found.push({ declaration, from, change: importChange(file, text, from, target, near) });
    }
  }
  return found;
}

/** Names of a file that mean nothing known, around a stretch of it. */
export function unknownNames({ names }: ProjectNames, file: SourceFile, start: number, end: number): Name[] {
  return names.bind(file).unknown.filter((each) => each.start <= end && each.end >= start);
}

/** A text without its imports. */
function withoutImports({ text, imports }: SourceFile): string {
  let rest = "";
  let at = 0;
  for (const { node } of imports) {
    rest += `${text.slice(at, node.start)} `;
    at = node.end;
  }
  return rest + text.slice(at);
}

/** Whether a word stands in a text, as a word of its own. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + word.length] ?? "")) return true;
  return false;
}

/** Files that get names from another, by whatever way. */
function takers({ files, names }: ProjectNames, file: SourceFile): SourceFile[] {
  const found = new Set([file]);
  const importers = new Map<SourceFile, SourceFile[]>();
  for (const each of files.values())
    for (const one of each.imports) {
      const target = names.imported(each, one);
      if (target) importers.set(target, [...(importers.get(target) ?? []), each]);
    }
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
  found.delete(file);
  return [...found];
}

const byWords = (left: string, right: string): number =>
  left.toLowerCase() < right.toLowerCase() ? -1 : left.toLowerCase() > right.toLowerCase() ? 1 : 0;

/** Packages first, then what lies further away, then what lies beside. */
const rankOf = (path: string): number => (path.startsWith("../") ? 1 : path.startsWith("./") ? 2 : 0);

/** The import without the names that nothing needs, in order; undefined where nothing of it is needed. */
function sortedImport(file: SourceFile, node: Import, isUsed: (name: string) => boolean): string | undefined {
  const text = file.text.slice(node.start, node.end);
  if (node.alias) return isUsed(node.alias.text) ? text : undefined;
  const { symbols } = node;
  if (!symbols || symbols.length === 0) return text;
  const [first, last] = [symbols[0], symbols.at(-1)];
  if (!first || !last) return text;
  const [start, end] = [first.name.start, (last.alias ?? last.name).end];
  const inside = file.text.slice(start, end);
  // What a remark is about can't be known.
  if (inside.includes("/*") || inside.includes("//")) return text;
  const kept = symbols.filter(({ name, alias }) => isUsed((alias ?? name).text));
  if (kept.length === 0) return undefined;
  const list = kept.map(({ name, alias }) => (alias ? `${name.text} as ${alias.text}` : name.text)).sort(byWords);
  const between = /,(\s*)/.exec(inside)?.[1] ?? " ";
  return file.text.slice(node.start, start) + list.join(`,${between}`) + file.text.slice(end, node.end);
}

/**
 * Puts the imports of a file in order, each row of lines by itself, and takes out names that nothing needs: neither the file, its comments
 * included, nor any that gets names from it. In a file with faults nothing is done.
 * @param project with all files that could import this one
 */
export function organizedImports(project: ProjectNames, file: SourceFile): RangeChange[] {
  if (file.tree.faults.length > 0) return [];
  const { text } = file;
  const others = takers(project, file);
  const rest = withoutImports(file);
  const isUsed = (name: string): boolean => holdsWord(rest, name) || others.some(({ wordSet }) => wordSet.has(name));
  const rows: Import[][] = [];
  for (const { node } of file.imports) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    const isNext = before && /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(text.slice(before.end, node.start));
    if (row && isNext) row.push(node);
    else rows.push([node]);
  }
  return rows.flatMap((row) => {
    const [start, end] = [row[0]?.start ?? 0, row.at(-1)?.end ?? 0];
    const kept = row.flatMap((node) => {
      const made = sortedImport(file, node, isUsed);
      return made === undefined ? [] : [{ path: node.path.text, made }];
    });
    kept.sort((left, right) => rankOf(left.path) - rankOf(right.path) || byWords(left.path, right.path));
    const lines = [...new Set(kept.map(({ made }) => made))].join(lineEnd(text));
    // An empty row goes with its line.
    const until = lines === "" ? nextLine(text, end).at : end;
    return text.slice(start, until) === lines ? [] : [{ start, end: until, text: lines }];
  });
}
