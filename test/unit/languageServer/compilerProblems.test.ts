import { beforeEach, expect, it } from "vitest";
import type { Connection } from "vscode-languageserver/node";
import { type CheckedSource, Editor } from "../../../src/languageServer/protocol/messages";
import { CompilerProblems } from "../../../src/languageServer/solidity/compilerProblems";
import { SolidityState } from "../../../src/languageServer/solidity/solidityState";

/** What is shown, and of which files something was told since the test looked last. */
const shown = new Map<string, readonly string[]>();
let set: string[] = [];
const touched = (): string[] => set.splice(0).sort();
let problems: CompilerProblems;
let state: SolidityState;

beforeEach(() => {
  shown.clear();
  set = [];
  const connection = {
    sendDiagnostics: async ({ uri, diagnostics }: { uri: string; diagnostics: readonly { message: string }[] }) => {
      const path = new URL(uri).pathname;
      set.push(path);
      shown.set(
        path,
        diagnostics.map(({ message }) => message),
      );
    },
  } as unknown as Connection;
  const never = async (): Promise<never> => Promise.reject(new Error("nothing is compiled here"));
  const editor = new Editor(connection, {});
  state = new SolidityState(connection, {}, editor, { answers: true } as never, new Set(), never, {
    compile: never,
    choiceOf: never,
  });
  problems = new CompilerProblems(state);
});

/** What a check of a file says: messages by the file that they are about. */
const report = (path: string, about: Readonly<Record<string, readonly string[]>>): CheckedSource =>
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
  }) as unknown as CheckedSource;

it("sets anew what a check speaks of, or spoke of before, and no other file", async () => {
  await problems.take([
    report("/A.sol", { "/A.sol": ["a"] }),
    report("/B.sol", { "/B.sol": ["b"], "/Lib.sol": ["l"] }),
  ]);
  expect(touched()).toEqual(["/A.sol", "/B.sol", "/Lib.sol"]);
  await problems.take([report("/A.sol", { "/A.sol": ["a", "more"] })]);
  expect(touched()).toEqual(["/A.sol"]);
  await problems.take([report("/B.sol", {})]);
  expect(touched()).toEqual(["/B.sol", "/Lib.sol"]);
  expect(Object.fromEntries(shown)).toEqual({ "/A.sol": ["a", "more"], "/B.sol": [], "/Lib.sol": [] });
  await problems.take([report("/B.sol", {})]);
  expect(touched()).toEqual([]);
});

it("says each word once, and of a file that was looked at itself only what it says", async () => {
  await problems.take([report("/A.sol", { "/Lib.sol": ["l", "old"] }), report("/B.sol", { "/Lib.sol": ["l"] })]);
  expect(shown.get("/Lib.sol")).toEqual(["l", "old"]);
  await problems.take([report("/Lib.sol", { "/Lib.sol": ["l"] })]);
  expect(shown.get("/Lib.sol")).toEqual(["l"]);
  await problems.take([report("/Lib.sol", {})]);
  expect(shown.get("/Lib.sol")).toEqual([]);
});

it("keeps what the editor compiled with leave to fetch, where its own check ends later and finds no compiler", async () => {
  const source = { uri: "file:///A.sol", path: "/A.sol", version: 1 };
  state.sources.set(source.uri, source as never);
  let answer: (files: readonly CheckedSource[]) => void = () => undefined;
  let asked = 0;
  const check = (): Promise<readonly CheckedSource[]> => {
    asked += 1;
    return new Promise((done) => {
      answer = done;
    });
  };
  Object.assign(state, { service: { check }, request: async () => ({}) });
  const absent = {
    path: "/A.sol",
    diagnostics: [{ type: "Chainside", severity: "error", code: "compilerNotDownloaded", message: "", related: [] }],
  } as unknown as CheckedSource;
  const ownCheck = async (): Promise<void> => {
    const before = asked;
    problems.soon(source as never, 0, false);
    await expect.poll(() => asked).toBe(before + 1);
  };
  await ownCheck();
  await problems.tookCompiled([report("/A.sol", { "/A.sol": ["no leave to fetch it"] })]);
  answer([absent]);
  await new Promise((done) => setTimeout(done, 20));
  expect(shown.get("/A.sol")).toEqual(["no leave to fetch it"]);
  // another text is another matter
  state.sources.set(source.uri, { ...source, version: 2 } as never);
  await ownCheck();
  answer([absent]);
  await expect.poll(() => shown.get("/A.sol")).toEqual([]);
});

it("marks of a declaration its first line, and of code that can't be reached all of it", async () => {
  const ranges: unknown[] = [];
  Object.assign(state.connection, {
    sendDiagnostics: async ({ diagnostics }: { diagnostics: readonly { range: unknown }[] }) => {
      ranges.push(...diagnostics.map(({ range }) => range));
    },
  });
  const range = { start: { line: 3, character: 2 }, end: { line: 9, character: 3 } };
  const at = (code: string): CheckedSource["diagnostics"][number] =>
    ({
      ...{ type: "TypeError", severity: "error", code, message: code, related: [] },
      location: { path: "/A.sol", sourceName: "A.sol", range },
    }) as never;
  await problems.take([{ path: "/A.sol", diagnostics: [at("3656"), at("5740")] } as unknown as CheckedSource]);
  await expect.poll(() => ranges).toEqual([{ start: range.start, end: { line: 3, character: 2_147_483_647 } }, range]);
});
