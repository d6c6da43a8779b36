import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

export const root = resolve(import.meta.dirname, "../..");

export interface SourceFile {
  /** Path below the project, with forward slashes. */
  path: string;
  text: string;
  program: ReturnType<typeof parseSync>["program"];
  imports: { specifier: string; offset: number }[];
}

function typescriptFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name));
}

const parsedFiles = new Map<string, SourceFile>();

/** Every TypeScript file under `folder`, and what it imports, statically and dynamically. Each is parsed once, for all rules of a run. */
export function readSources(folder: string): SourceFile[] {
  return typescriptFiles(join(root, folder)).map((file) => {
    const known = parsedFiles.get(file);
    if (known) return known;
    const source = parseSource(relative(root, file).replaceAll("\\", "/"), readFileSync(file, "utf8"));
    parsedFiles.set(file, source);
    return source;
  });
}

/** A TypeScript text and what it imports. @param path below the project */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const imports: SourceFile["imports"] = [];
  const add = (source: unknown): void => {
    const literal = source as { type?: string; value?: unknown; start: number } | null;
    if (literal?.type === "Literal" && typeof literal.value === "string") {
      imports.push({ specifier: literal.value, offset: literal.start });
    }
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
  }).visit(parsed.program);
  return { path, text, program: parsed.program, imports };
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
