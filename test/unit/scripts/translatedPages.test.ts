import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectFiles, root } from "../../../scripts/lint/sources";

const ending = ".zh-cn.md";
const chinesePages = [...projectFiles("docs", ending), ...projectFiles("media/walkthrough", ending)];
const englishOf = (page: string): string =>
  page === `docs/README${ending}` ? "README.md" : `${page.slice(0, -ending.length)}.md`;
const nameOf = (page: string): string | undefined => englishOf(page).split("/").at(-1);
const read = (page: string): string => readFileSync(join(root, page), "utf8");

const han = /\p{Script=Han}/u;
const isComment = (line: string): boolean => /^\s*(?:#|\/\/)/.test(line);
const withoutComment = (line: string): string => line.replace(/\s+(?:#|\/\/) .*$/, "").trimEnd();

/** A line of code is the same in both languages, up to the first value that is Chinese. */
function isSameLine(english: string, chinese: string): boolean {
  const at = chinese.search(han);
  return at === -1 ? english === chinese : english.startsWith(chinese.slice(0, at).trimEnd());
}

function isSameCode(info: string, english: readonly string[], chinese: readonly string[]): boolean {
  // what a program prints is printed in the reader's language
  if (info === "text") return true;
  const [one, other] = [english, chinese].map((lines) => lines.filter((line) => !isComment(line)).map(withoutComment));
  return one?.length === other?.length && (one ?? []).every((line, i) => isSameLine(line, other?.[i] ?? ""));
}

interface Part {
  /** A heading with its level, a table with its columns and rows, a block of code with its language, a picture with its file. */
  readonly kind: string;
  readonly line: number;
  readonly code?: readonly string[];
}

const isRow = (line: string): boolean => line.startsWith("|");
const cellsOf = (row: string): number => row.replace(/`[^`]*`|\\\|/g, "").split("|").length - 2;

/** What a page is made of, in its order. */
function partsOf(page: string): Part[] {
  const lines = page.split("\n");
  const parts: Part[] = [];
  for (let at = 0; at < lines.length; at++) {
    const start = at;
    const line = lines[at] ?? "";
    const fence = /^\s*```(.*)$/.exec(line);
    if (fence) {
      while (++at < lines.length && lines[at]?.trim() !== "```");
      parts.push({ kind: `code ${fence[1]}`, line: start + 1, code: lines.slice(start + 1, at) });
    } else if (isRow(line)) {
      while (isRow(lines[at + 1] ?? "")) at++;
      const cells = lines.slice(start, at + 1).map(cellsOf);
      parts.push({ kind: `table of ${cells.length} lines with ${[...new Set(cells)].join()} cells`, line: start + 1 });
    } else {
      const level = /^#+ /.exec(line)?.[0].trim();
      if (level) parts.push({ kind: `heading ${level}`, line: start + 1 });
      for (const [, file = ""] of line.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g))
        parts.push({ kind: `picture ${file.split("/").at(-1)?.replace("-zh-cn-", "-en-")}`, line: start + 1 });
    }
  }
  return parts;
}

/** Where a page and its translation part: nothing, or the first such place. */
function difference(english: string, chinese: string): string | undefined {
  const [ones, others] = [partsOf(english), partsOf(chinese)];
  for (let i = 0; i < Math.max(ones.length, others.length); i++) {
    const [one, other] = [ones[i], others[i]];
    const places = `line ${one?.line ?? "-"} (${one?.kind ?? "end"}), line ${other?.line ?? "-"} (${other?.kind ?? "end"})`;
    if (one?.kind !== other?.kind) return places;
    if (one?.code && !isSameCode(one.kind.slice("code ".length), one.code, other?.code ?? [])) return `code: ${places}`;
  }
  return undefined;
}

describe("Chinese pages", () => {
  it.each(chinesePages)("%s has the headings, tables, code, and pictures of its English page", (page) => {
    expect(difference(read(englishOf(page)), read(page))).toBeUndefined();
  });

  it.each(chinesePages)("%s leads to Chinese pages where there are some, and doesn't call them English", (page) => {
    const links = [...read(page).matchAll(/\]\(([\w./-]+\.md)(?:#[^)]*)?\)(）?，?（?英文)?/g)];
    const translated = new Set(chinesePages.map(nameOf));
    const wrong = links.filter(([, link = "", calledEnglish]) =>
      link.endsWith(ending)
        ? calledEnglish
        : link.split("/").at(-1) !== nameOf(page) && translated.has(link.split("/").at(-1)),
    );
    expect(wrong.map(([text]) => text)).toEqual([]);
  });

  const page = "# A\n\n```sh\nrun one # first\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![x](pictures/x.png)\n";
  it.each([
    ["a heading of another level", page.replace("# A", "## A")],
    ["a row that is missing", page.replace("| 1 | 2 |\n", "")],
    ["a cell that is missing", page.replace("| 1 | 2 |", "| 1 |")],
    ["another line of code", page.replace("run one", "run two")],
    ["a picture that is missing", page.replace("![x](pictures/x.png)", "")],
    ["a section that is missing", `${page}## B\n`],
  ])("with %s differ", (_, other) => {
    expect(difference(page, other)).toBeDefined();
    expect(difference(other, page)).toBeDefined();
  });

  it("have comments, names in code, and printed lines of their own", () => {
    const english = "```yaml\nname: production # its name\nport: 1\n```\n```text\nNothing listens.\n```\n";
    const chinese = "```yaml\nname: 生产链 # 名称\nport: 1\n```\n```text\n没有程序在监听。\n```\n";
    expect(difference(english, chinese)).toBeUndefined();
  });
});
