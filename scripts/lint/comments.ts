import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSync } from "oxc-parser";
import { lineOf, readSources, root } from "./sources";

/** Longest line of a comment, with what stands before it. */
const maxLength = 140;
/** Words for persons where a comment means a caller, a user, an account or a process. */
const vague = /\b(?:nobody|somebody|someone|anybody|whoever)\b/i;
/** The same in the product, which has callers, accounts, listeners, and defaults instead. */
const vagueInProduct = /\b(?:no one|anyone|everyone|everybody)\b/i;
/** What other tools read, which has to stand on one line. */
const forTools = /biome-ignore|@ts-|\/\/ words of /;

/** The documents of ours to which a comment sends its reader. */
const documentsIn = (comment: string): string[] =>
  comment
    .split(/[^\w./-]/)
    .map((word) => (word.endsWith(".") ? word.slice(0, -1) : word))
    .filter((word) => word.startsWith("docs/") && word.endsWith(".md"));

/** Headings of the documents, and the words in bold that begin a paragraph, by path (`docs/protocol/errors.md`). */
export type Documents = ReadonlyMap<string, readonly string[]>;

const readDocuments = (): Documents =>
  new Map(
    ["docs", "docs/protocol"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith(".md"))
        .map((name) => {
          const lines = readFileSync(join(root, folder, name), "utf8").split("\n");
          const headings = lines.flatMap((line) => /^(?:#+ |(?:\* )?\*\*)([^*]+)/.exec(line)?.[1] ?? []);
          return [`${folder}/${name}`, headings.map((each) => each.replace(/[.:]$/, ""))] as const;
        }),
    ),
  );

/** A comment as one line. */
const asLine = (comment: string): string =>
  comment
    .split("\n")
    .map((line) => line.trim().replace(/^(?:\*|\/\/) /, ""))
    .join(" ");

/** The sections to which a comment sends its reader, as in (errors.md, "Words of the log"), that no document of that name has. */
function missingSections(comment: string, documents: Documents): string[] {
  const words = asLine(comment);
  const byNumber = words.includes(".md §") ? ["section by its number: documents have headings"] : [];
  const byName = words.split('.md, "').flatMap((part, index, parts) => {
    const next = parts[index + 1];
    const name = part.split(/[\s("]/).at(-1);
    if (next === undefined || !name) return [];
    const section = next.split('"', 1)[0] ?? "";
    const found = [...documents].some(
      ([file, headings]) => (file === `${name}.md` || basename(file) === `${name}.md`) && headings.includes(section),
    );
    return found ? [] : [`${name}.md, "${section}"`];
  });
  return [...byNumber, ...byName];
}

/** What is wrong with the comments of a text; what stands between backticks is code. */
export function commentProblems(path: string, text: string, documents: Documents): string[] {
  return parseSync(path, text).comments.flatMap(({ start, end }) => {
    const comment = text.slice(start, end);
    if (forTools.test(comment)) return [];
    const at = `${path}:${lineOf(text, start)}`;
    const line = asLine(comment.replace(/`[^`\n]*`/g, ""));
    const [word] = vague.exec(line) ?? (path.startsWith("src/") ? vagueInProduct.exec(line) : undefined) ?? [];
    const before = start - text.lastIndexOf("\n", start - 1) - 1;
    const missing = [
      ...documentsIn(comment).filter((file) => !documents.has(file)),
      ...missingSections(comment, documents),
    ];
    const isLong = comment.split("\n").some((line, index) => line.length + (index === 0 ? before : 0) > maxLength);
    return [
      ...(word === undefined ? [] : [`${at} "${word}": say who it is`]),
      ...missing.map((file) => `${at} there is no ${file}`),
      ...(isLong ? [`${at} a line of more than ${maxLength} characters`] : []),
    ];
  });
}

/** Comments that are read once: short lines, and the field's word for who does a thing. */
export function checkComments(): string[] {
  const documents = readDocuments();
  return ["src", "test", "scripts", "tools"].flatMap((folder) =>
    readSources(folder)
      .filter(({ path }) => !path.includes("/fixtures/"))
      .flatMap(({ path, text }) => commentProblems(path, text, documents)),
  );
}
