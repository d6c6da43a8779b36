import { describe, expect, it, vi } from "vitest";
import type { Connection } from "vscode-languageserver/node";
import { answerActions, answerHints, answerLenses, answerSymbols } from "../../../src/languageServer/answers";
import { nasty, neverShown } from "../../support/nastyText";

const reported: unknown[] = [];
vi.mock("vscode", () => ({
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  window: {
    withProgress: (options: object, task: (progress: { report(value: object): void }) => Promise<unknown>) => {
      reported.push(options);
      return task({ report: (value) => reported.push(value) });
    },
  },
}));
const { showProgress } = await import("../../../src/extension/kit/asking/progress");

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
  it("progress draws no icon, no link and no control character, in titles and messages", async () => {
    const report = { message: nasty, increment: 3 };
    for (const location of [10, 15]) {
      const answer = await showProgress({ location, title: nasty }, async (progress) => {
        progress.report(report);
        progress.report({ increment: 4 });
        return "done";
      });
      expect(answer).toBe("done");
    }
    await showProgress({ location: { viewId: "chainside.nodes" } }, async () => undefined);
    const all = JSON.stringify(reported);
    expect(all).not.toMatch(neverShown);
    // only a notification makes links
    expect(JSON.stringify(reported.slice(3))).not.toContain("](command:");
    expect((reported[0] as { title: string }).title).toContain("\\$(trash)");
    expect(reported).toContainEqual({ increment: 4 });
    expect(reported).toContainEqual(expect.objectContaining({ increment: 3 }));
  });

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
