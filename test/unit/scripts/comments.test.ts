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
  expect(commentProblems("a.ts", text)).toEqual([
    'a.ts:1 "somebody": say who it is',
    "a.ts:4 a line of more than 140 characters",
    "a.ts:5 a line of more than 140 characters",
  ]);
});
