import { beforeEach, describe, expect, it } from "vitest";
import type { Connection, Diagnostic, Range, TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import { changedText, offsetAt, rangeAfter } from "../../../src/languageServer/documents/textChanges";
import { Editor } from "../../../src/languageServer/protocol/messages";
import { CompilerProblems } from "../../../src/languageServer/solidity/compilerProblems";
import { SolidityState } from "../../../src/languageServer/solidity/solidityState";
import { showSyntax, syntaxPart, syntaxProblems } from "../../../src/languageServer/solidity/syntaxProblems";
import { seededNumbers } from "../../support/seededNumbers";

const uri = "file:///A.sol";
const words = (text: string): string[] =>
  syntaxProblems(text).map(
    ({ diagnostic: { range, message } }) => `${range.start.line}:${range.start.character} ${message}`,
  );

describe("what is wrong with a half written source", () => {
  it("stands where it stops to be Solidity", () => {
    expect(words("contract A {\n  function f() public {\n    uint256 half =\n  }\n}\n")).toEqual(["3:2 Unexpected }."]);
    expect(words("contract A {\n  uint a;\n")).toEqual(["2:0 Unexpected end of file."]);
    expect(words("contract A { uint a; }\n")).toEqual([]);
  });

  it("is no more than a few of many, and no endless word", () => {
    expect(words("contract A {".repeat(5000)).length).toBeLessThanOrEqual(10);
    expect(words(`contract A { uint = ${"x".repeat(5000)} ; }`)[0]?.length).toBeLessThan(100);
  });
});

describe("what is shown of a text that is typed in", () => {
  const reported = new Map<string, Diagnostic[]>();
  let state: SolidityState;
  beforeEach(() => {
    reported.clear();
    const connection = {
      sendDiagnostics: async (given: { uri: string; diagnostics: Diagnostic[] }) =>
        void reported.set(given.uri, given.diagnostics),
    } as unknown as Connection;
    const never = async (): Promise<never> => Promise.reject(new Error("nothing is compiled here"));
    state = new SolidityState(connection, {}, new Editor(connection, {}), {}, new Set(), never, {
      compile: never,
      choiceOf: never,
    });
  });

  const open = (text: string, version: number): void =>
    void state.sources.set(uri, { uri, path: "/A.sol", version, text });

  it("is the parser's word until the compiler has read the same text", async () => {
    const problems = new CompilerProblems(state);
    open("contract A { uint a = }", 2);
    state.show(syntaxPart, uri, syntaxProblems("contract A { uint a = }"));
    expect(reported.get(uri)).toHaveLength(1);
    const range = { start: { line: 0, character: 20 }, end: { line: 0, character: 21 } };
    const location = { path: "/A.sol", sourceName: "A.sol", range };
    const compiled = { type: "ParserError", severity: "error", message: "Expected identifier", related: [], location };
    const file = { path: "/A.sol", isRight: false, diagnostics: [compiled] } as never;
    await problems.take([file], 1);
    expect(reported.get(uri)?.map(({ message }) => message)).toEqual(["Unexpected }.", "Expected identifier"]);
    await problems.take([file], 2);
    expect(reported.get(uri)?.map(({ message }) => message)).toEqual(["Expected identifier"]);
    const more = { uri, path: "/A.sol", version: 3, text: "contract A { uint a = }\ncontract B { uint b = }" };
    showSyntax(state, more);
    expect(reported.get(uri)?.map(({ message, range }) => `${range.start.line} ${message}`)).toEqual([
      "0 Expected identifier",
      "1 Unexpected }.",
    ]);
  });

  it("moves with the text before it, and is gone where it is written over", () => {
    const at = (line: number): Range => ({ start: { line, character: 4 }, end: { line, character: 8 } });
    const of = (message: string, range: Range) => ({ diagnostic: { range, message } });
    state.show("one", uri, [of("first", at(1)), of("second", at(3))]);
    state.moveProblems(uri, [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "// more\n" },
      { range: { start: { line: 2, character: 5 }, end: { line: 2, character: 6 } }, text: "x" },
    ]);
    state.show("other", uri, [of("new", at(0))]);
    expect(reported.get(uri)?.map(({ message, range }) => `${message} ${range.start.line}`)).toEqual([
      "second 4",
      "new 0",
    ]);
  });

  it("moves as the text moves, whatever changes", () => {
    const random = seededNumbers(26);
    const position = (text: string, offset: number) => {
      const lines = text.slice(0, offset).split("\n");
      return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    };
    let moved = 0;
    for (let run = 0; run < 300; run++) {
      const text = Array.from({ length: 40 }, () => "abc \n"[random(5)]).join("");
      const [start, end] = [random(40), random(40)].sort((left, right) => left - right) as [number, number];
      const [from, to] = [random(40), random(40)].sort((left, right) => left - right) as [number, number];
      const change: TextDocumentContentChangeEvent = {
        range: { start: position(text, from), end: position(text, to) },
        text: ["", "x", "y\nz", "\n\n"][random(4)] ?? "",
      };
      const after = changedText(text, [change]);
      const range = rangeAfter({ start: position(text, start), end: position(text, end) }, [change]);
      if (!range) continue;
      moved++;
      expect(after.slice(offsetAt(after, range.start), offsetAt(after, range.end))).toBe(text.slice(start, end));
    }
    expect(moved).toBeGreaterThan(50);
  });
});
