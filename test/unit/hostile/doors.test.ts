import { describe, expect, it } from "vitest";
import type { Connection } from "vscode-languageserver/node";
import { answerActions, answerHints, answerLenses, answerSymbols } from "../../../src/languageServer/documents/answers";
import { nasty, neverShown } from "../../support/nastyText";

/** The connection of a language server, whose handlers are called as an editor would. */
function asked(register: (connection: Connection) => void): unknown {
  let answer: unknown;
  const take = (handler: (params: never) => unknown): void => {
    answer = handler({} as never);
  };
  register({
    onCodeLens: take,
    onDocumentSymbol: take,
    onCodeAction: take,
    languages: { inlayHint: { on: take } },
  } as unknown as Connection);
  return answer;
}

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

describe("doors of foreign text", () => {
  it("lenses, hints, the outline and quick fixes show foreign names as they are written", () => {
    const symbol = { name: nasty, detail: nasty, kind: 1 as const, range, selectionRange: range };
    const answers = [
      asked((connection) =>
        answerLenses(connection, () => [{ range, command: { title: nasty, command: "" } }, { range }]),
      ),
      asked((connection) => answerHints(connection, () => [{ position: range.start, label: nasty }])),
      asked((connection) => answerSymbols(connection, () => [{ ...symbol, children: [symbol] }])),
      asked((connection) => answerActions(connection, () => [{ title: nasty }])),
    ];
    for (const answer of answers) {
      const values: string[] = [];
      JSON.stringify(answer, (key, value: unknown) => {
        if (typeof value === "string" && key !== "command") values.push(value);
        return value;
      });
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        expect(value).not.toMatch(neverShown);
        expect(value).toContain("\\u202e");
      }
    }
  });
});
