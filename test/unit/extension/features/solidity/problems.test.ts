import { afterEach, beforeEach, expect, it } from "vitest";
import { Problems } from "../../../../../src/extension/features/solidity/problems";
import type { CheckedFile } from "../../../../../src/solidity/language/questions";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter, type Uri } from "../../../../support/fakeVscode/values";

/** What is shown, and which files were set since the test looked last. */
const shown = new Map<string, readonly string[]>();
let set: string[] = [];
const touched = (): string[] => set.splice(0).sort();
let problems: Problems;

beforeEach(() => {
  host.reset();
  shown.clear();
  set = [];
  const never = new EventEmitter<never>().event;
  const subscribe = { dispose: () => undefined };
  host.desk = {
    languages: {
      createDiagnosticCollection: () => ({
        set: ({ path }: Uri, found: readonly { readonly message: string }[]) => {
          set.push(path);
          shown.set(
            path,
            found.map(({ message }) => message),
          );
        },
        clear: () => shown.clear(),
        dispose: () => undefined,
      }),
    },
    workspace: {
      textDocuments: [],
      onDidOpenTextDocument: never,
      onDidChangeTextDocument: never,
      onDidSaveTextDocument: never,
      onDidCloseTextDocument: never,
      onDidDeleteFiles: never,
      onDidChangeConfiguration: () => subscribe,
    },
  };
  problems = new Problems({
    solidity: { onDidCheck: never },
    connections: { onDidChangeActiveGroup: never },
    errors: { log: () => undefined },
  } as never);
});
afterEach(() => problems.dispose());

/** What a check of a file says: messages by the file that they are about. */
const said = (path: string, about: Readonly<Record<string, readonly string[]>>): CheckedFile =>
  ({
    path,
    diagnostics: Object.entries(about).flatMap(([file, messages]) =>
      messages.map((message, line) => ({
        type: "TypeError",
        severity: "error",
        message,
        related: [],
        location: {
          path: file,
          sourceName: file,
          range: { start: { line, character: 0 }, end: { line, character: 1 } },
        },
      })),
    ),
  }) as unknown as CheckedFile;

it("sets anew what a check speaks of, or spoke of before, and no other file", async () => {
  await problems.take([said("/A.sol", { "/A.sol": ["a"] }), said("/B.sol", { "/B.sol": ["b"], "/Lib.sol": ["l"] })]);
  expect(touched()).toEqual(["/A.sol", "/B.sol", "/Lib.sol"]);
  await problems.take([said("/A.sol", { "/A.sol": ["a", "more"] })]);
  expect(touched()).toEqual(["/A.sol"]);
  await problems.take([said("/B.sol", {})]);
  expect(touched()).toEqual(["/B.sol", "/Lib.sol"]);
  expect(Object.fromEntries(shown)).toEqual({ "/A.sol": ["a", "more"], "/B.sol": [], "/Lib.sol": [] });
  await problems.take([said("/B.sol", {})]);
  expect(touched()).toEqual([]);
});

it("says each word once, and of a file that was looked at itself only what it says", async () => {
  await problems.take([said("/A.sol", { "/Lib.sol": ["l", "old"] }), said("/B.sol", { "/Lib.sol": ["l"] })]);
  expect(shown.get("/Lib.sol")).toEqual(["l", "old"]);
  await problems.take([said("/Lib.sol", { "/Lib.sol": ["l"] })]);
  expect(shown.get("/Lib.sol")).toEqual(["l"]);
  await problems.take([said("/Lib.sol", {})]);
  expect(shown.get("/Lib.sol")).toEqual([]);
});
