import { expect, it } from "vitest";
import { commentProblems } from "../../../scripts/lint/comments";

it("comments say who it is, on lines that fit, and code between backticks is no word of theirs", () => {
  const long = `// ${"word ".repeat(30)}`;
  const text = [
    "const a = 1; // some" + "body else's",
    "/** `no" + "body` where nothing listens. */",
    'const b = "no' + 'body";',
    long,
    "/**",
    ` * ${"word ".repeat(30)}`,
    " */",
  ].join("\n");
  expect(commentProblems("a.ts", text, new Map())).toEqual([
    'a.ts:1 "somebody": say who it is',
    "a.ts:4 a line of more than 140 characters",
    "a.ts:5 a line of more than 140 characters",
  ]);
});

it("comments of the product speak of callers and accounts, also over a line's end", () => {
  const text = "/**\n * What any" + "one may call, and no\n * " + "one signs.\n */";
  expect(commentProblems("src/a.ts", text, new Map())).toEqual(['src/a.ts:1 "anyone": say who it is']);
  expect(commentProblems("src/a.ts", "/**\n * A call that no\n * " + "one signs.\n */", new Map())).toEqual([
    'src/a.ts:1 "no one": say who it is',
  ]);
  expect(commentProblems("test/a.ts", text, new Map())).toEqual([]);
});

it("comments send their reader to documents that are there", () => {
  const text = '// as docs/devchain.md and docs/protocol/gone.md say, §4.2\nconst a = "docs/' + 'nothing.md";';
  expect(commentProblems("a.ts", text, new Map([["docs/devchain.md", []]]))).toEqual([
    "a.ts:1 there is no docs/protocol/gone.md",
  ]);
});

it("comments send their reader to sections that are there", () => {
  const text = [
    '// Words (errors.md, "Words of the log"; docs/protocol/errors.md, "Old words").',
    "/**",
    ' * In lines (docs/protocol/errors.md, "Words of',
    ' * the log").',
    " */",
    "// errors.md §" + "4",
  ].join("\n");
  const documents = new Map([["docs/protocol/errors.md", ["Error numbers", "Words of the log"]]]);
  expect(commentProblems("a.ts", text, documents)).toEqual([
    'a.ts:1 there is no docs/protocol/errors.md, "Old words"',
    "a.ts:6 there is no section by its number: documents have headings",
  ]);
});
