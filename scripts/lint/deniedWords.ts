import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor } from "oxc-parser";
import { lineOf, projectFiles, readSources, root, type SourceFile } from "./sources";
import { optOut, plainRuns, productTexts } from "./testWords";

interface Called {
  readonly type: string;
  readonly name?: string;
  readonly object?: Called;
  readonly property?: { readonly name?: string };
}

interface Given {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string } | null;
}

const matchers = new Set(["toMatch", "toContain", "toContainText", "toHaveText"]);
const titled = new Set(["it", "test", "describe"]);

const runsOf = ({ value, regex }: Given): string[] => {
  const runs = regex ? plainRuns(regex.pattern) : typeof value === "string" ? [value] : [];
  return runs.filter((run) => /\p{L}\p{L}/u.test(run));
};

/** What assertions of the file say isn't there: where, and the runs of plain letters of which any may come. */
function deniedIn({ program }: SourceFile): { readonly at: number; readonly runs: readonly string[] }[] {
  const denied: { at: number; runs: string[] }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [given] }) {
      const { property, object } = callee as Called;
      if (!given || !matchers.has(property?.name ?? "") || object?.property?.name !== "not") return;
      const runs = runsOf(given as Given);
      if (runs.length > 0) denied.push({ at: given.start, runs });
    },
  }).visit(program);
  return denied;
}

/** Every literal of a file, but those at these places. */
function literalsOf({ program }: SourceFile, but: ReadonlySet<number> = new Set()): string[] {
  const literals: string[] = [];
  new Visitor({
    Literal(node) {
      const { start, value, regex } = node as Given;
      if (but.has(start)) return;
      if (regex) literals.push(regex.pattern.replace(/\\(.)/g, "$1"));
      else if (typeof value === "string") literals.push(value);
    },
    TemplateElement({ value }) {
      literals.push(value.raw);
    },
  }).visit(program);
  return literals;
}

/** Titles of tests say anything. */
function titlesIn({ program }: SourceFile): number[] {
  const titles: number[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const { name, object } = callee as Called;
      if (title && titled.has(name ?? object?.name ?? "")) titles.push(title.start);
    },
  }).visit(program);
  return titles;
}

/**
 * Assertions of a test that can't fail: they deny words that nothing says, neither another literal of the test (what it feeds in, or finds
 * before) nor these texts.
 */
export function deadDenials(source: SourceFile, texts: string): string[] {
  const denied = deniedIn(source);
  if (denied.length === 0) return [];
  const own = literalsOf(source, new Set([...denied.map(({ at }) => at), ...titlesIn(source)]));
  const message = own.join("\n").toLowerCase();
  const lines = source.text.split("\n");
  const isSaid = (run: string): boolean => message.includes(run.toLowerCase()) || texts.includes(run.toLowerCase());
  return denied
    .filter(({ runs }) => !runs.some(isSaid))
    .map(({ at, runs }) => ({ line: lineOf(source.text, at), runs }))
    .filter(({ line }) => !optOut.test(lines[line - 1] ?? "") && !optOut.test(lines[line - 2] ?? ""))
    .map(({ line, runs }) => `${source.path}:${line}: nothing says "${runs.join('", "')}", so this can't fail`);
}

/** Denials of words that neither the product nor the test says. */
export function checkDeniedWords(): string[] {
  const templates = [".eta", ".sol"].flatMap((ending) => projectFiles("src", ending));
  const texts = [
    ...productTexts(),
    ...readSources("src").flatMap((source) => literalsOf(source)),
    ...templates.map((path) => readFileSync(join(root, path), "utf8")),
  ];
  const message = texts.join("\n").toLowerCase();
  return readSources("test").flatMap((source) => deadDenials(source, message));
}
