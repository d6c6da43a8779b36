import { describe, expect, it } from "vitest";
import { violationsOf } from "../../../scripts/lint/boundaries";
import { parseSource } from "../../../scripts/lint/sources";

const found = (path: string, ...lines: readonly string[]): string[] =>
  violationsOf(parseSource(path, lines.join("\n")));

describe("boundaries between rooms", () => {
  it("let a room that answers pages have types of their messages, and no values", () => {
    const messages = '"../../webview/history/messages"';
    for (const room of ["history", "nodeLogs", "pages", "cli"])
      expect(
        found(
          `src/${room}/service/a.ts`,
          `import type { HistoryTexts } from ${messages};`,
          `export type { HistoryTexts } from ${messages};`,
          `import { columns } from ${messages};`,
          `import { columns, type HistoryTexts } from ${messages};`,
          `export * from ${messages};`,
          `const late = import(${messages});`,
        ),
      ).toEqual(
        [3, 4, 5, 6].map(
          (line) => `src/${room}/service/a.ts:${line} may only import types of src/webview/history/messages`,
        ),
      );
    expect(
      found("src/extension/features/history/a.ts", 'import { columns } from "../../../webview/history/messages";'),
    ).toEqual(["src/extension/features/history/a.ts:1 may only import types of src/webview/history/messages"]);
  });

  it("keep every other file of a page, and messages from rooms that answer none, out", () => {
    expect(found("src/history/a.ts", 'import type { A } from "../webview/history/main";')).toEqual([
      "src/history/a.ts:1 history/ may not import webview/",
    ]);
    expect(found("src/chain/a.ts", 'import type { A } from "../webview/history/messages";')).toEqual([
      "src/chain/a.ts:1 chain/ may not import webview/",
    ]);
  });
});
