import { expect, it } from "vitest";
import { withoutImpliedImports } from "../../../scripts/bundling/slimChunks";

const slim = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(withoutImpliedImports(new Map(Object.entries(files))));

it("leaves out an import that another one of names brings along, at any remove", () => {
  const files = {
    "dist/main.js": 'import{a as b}from"./chunks/A.js";import"./chunks/B.js";import"./chunks/C.js";b();',
    "dist/chunks/A.js": 'import"./C.js";import{b as c}from"./B.js";function a(){c()}export{a};',
    "dist/chunks/B.js": 'import{c as d}from"./C.js";function b(){d()}export{b};',
    "dist/chunks/C.js": "function c(){}export{c};",
  };
  expect(slim(files)).toEqual({
    ...files,
    "dist/main.js": 'import{a as b}from"./chunks/A.js";b();',
    "dist/chunks/A.js": 'import{b as c}from"./B.js";function a(){c()}export{a};',
  });
});

it("keeps an import that nothing else brings along, packages and what only looks like an import", () => {
  const files = {
    "dist/main.js": `import{createRequire as r}from'node:module';\nimport"node:fs";import{d}from"./D.js";import"./B.js";d('import"./D.js";');`,
    "dist/D.js": 'import*as e from"node:path";import"./B.js";var d=e;export{d};',
    "dist/B.js": "globalThis.b=1;",
    "dist/none.js": "var n=1;export{n};",
  };
  expect(slim(files)).toEqual(files);
});

it("leaves out an import of an empty file", () => {
  const main = 'import{a}from"./A.js";import"./empty.js";a();';
  const files = { "dist/main.js": main, "dist/A.js": "function a(){}export{a};", "dist/empty.js": "" };
  expect(slim(files)["dist/main.js"]).toBe('import{a}from"./A.js";a();');
});
