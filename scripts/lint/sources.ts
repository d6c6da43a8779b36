import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

export const root = resolve(import.meta.dirname, "../..");

export interface SourceFile {
  /** Path below the project, with forward slashes. */
  path: string;
  text: string;
  program: ReturnType<typeof parseSync>["program"];
  imports: { specifier: string; offset: number; types: boolean }[];
}

/** Folders that installers and builds write, perhaps at this very moment: none of the project's own files is in them. */
const isWritten = (path: string): boolean => path.endsWith("/node_modules") || path === "test/java/target";

/**
 * The project's own files of a kind, in the order of their paths.
 * @param folder below the project, with forward slashes
 * @param ending of their names, as ".ts"
 * @returns paths below the project, with forward slashes
 */
export function projectFiles(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return isWritten(path) ? [] : projectFiles(path, ending);
      return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
    })
    .sort();
}

/** The Chinese of the English texts of the code. */
export function chineseTexts(): Readonly<Record<string, string>> {
  const files = projectFiles("l10n/zh-cn", ".json");
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(root, file), "utf8")) as object));
}

const parsedFiles = new Map<string, SourceFile>();

/** Every TypeScript file under `folder`, and what it imports, statically and dynamically. Each is parsed once, for all rules of a run. */
export function readSources(folder: string): SourceFile[] {
  return projectFiles(folder, ".ts").map((path) => {
    const known = parsedFiles.get(path);
    if (known) return known;
    const source = parseSource(path, readFileSync(join(root, path), "utf8"));
    parsedFiles.set(path, source);
    return source;
  });
}

/** A TypeScript text and what it imports. @param path below the project */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const imports: SourceFile["imports"] = [];
  const add = (source: unknown, kind?: string): void => {
    const literal = source as { type?: string; value?: unknown; start: number } | null;
    if (literal?.type === "Literal" && typeof literal.value === "string") {
      imports.push({ specifier: literal.value, offset: literal.start, types: kind === "type" });
    }
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind),
    ImportExpression: (node) => add(node.source),
  }).visit(parsed.program);
  return { path, text, program: parsed.program, imports };
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
