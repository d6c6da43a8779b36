import { existsSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { lineOf, readSources } from "./sources";

/** Longest line of a comment, with what stands before it. */
const longest = 140;
/** Words for persons where a comment means a caller, a user, an account or a process. */
const vague = /\b(?:nobody|somebody|someone|anybody|whoever)\b/i;
/** What other tools read, which has to stand on one line. */
const forTools = /biome-ignore|@ts-|\/\/ words of /;

/** The documents of ours to which a comment sends its reader. */
const documentsIn = (comment: string): string[] =>
  comment
    .split(/[^\w./-]/)
    .map((word) => (word.endsWith(".") ? word.slice(0, -1) : word))
    .filter((word) => word.startsWith("docs/") && word.endsWith(".md"));

/** What is wrong with the comments of a text; what stands between backticks is code. `exists`: whether there is such a document. */
export function commentProblems(path: string, text: string, exists: (file: string) => boolean = existsSync): string[] {
  return parseSync(path, text).comments.flatMap(({ start, end }) => {
    const comment = text.slice(start, end);
    if (forTools.test(comment)) return [];
    const at = `${path}:${lineOf(text, start)}`;
    const [word] = vague.exec(comment.replace(/`[^`\n]*`/g, "")) ?? [];
    const before = start - text.lastIndexOf("\n", start - 1) - 1;
    const missing = documentsIn(comment).filter((file) => !exists(file));
    const isLong = comment.split("\n").some((line, index) => line.length + (index === 0 ? before : 0) > longest);
    return [
      ...(word === undefined ? [] : [`${at} "${word}": say who it is`]),
      ...missing.map((file) => `${at} there is no ${file}`),
      ...(isLong ? [`${at} a line of more than ${longest} characters`] : []),
    ];
  });
}

/** Comments that no one has to read twice: short lines, and the field's word for who does a thing. */
export function checkComments(): string[] {
  return ["src", "test", "scripts"].flatMap((folder) =>
    readSources(folder)
      .filter(({ path }) => !path.includes("/fixtures/"))
      .flatMap(({ path, text }) => commentProblems(path, text)),
  );
}
