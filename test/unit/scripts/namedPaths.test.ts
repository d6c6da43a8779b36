import { expect, it } from "vitest";
import { checkNamedPaths, namedPathProblems } from "../../../scripts/lint/namedPaths";
import { parseSource } from "../../../scripts/lint/sources";

const problemsOf = (path: string, text: string): string[] =>
  namedPathProblems([parseSource(path, text)]).filter((line) => line.startsWith(path));

it("nobody looks at the disk by himself who isn't known to", () => {
  expect(problemsOf("src/scenarios/run/a.ts", 'import { stat } from "node:fs/promises";')).toHaveLength(1);
  expect(problemsOf("src/debugger/program/a.ts", 'const fs = await import("node:fs");')).toHaveLength(1);
  expect(problemsOf("src/contractTests/cheats/a.ts", 'import { glob } from "tinyglobby";')).toHaveLength(1);
  expect(problemsOf("src/extension/features/explorer/a.ts", "open(vscode.Uri.file(text));")).toHaveLength(1);
  expect(problemsOf("src/files/a.ts", 'import { stat } from "node:fs/promises";')).toEqual([]);
  expect(problemsOf("src/devchain/ledger/a.ts", 'import { statSync } from "node:fs";')).toEqual([]);
  expect(problemsOf("src/extension/kit/files/namedUri.ts", "vscode.Uri.file(text);")).toEqual([]);
});

it("the list is what the sources need", () => expect(checkNamedPaths()).toEqual([]));
