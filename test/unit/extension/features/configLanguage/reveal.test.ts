import { afterEach, expect, it } from "vitest";
import { revealLineStart } from "../../../../../src/extension/features/configLanguage/registerConfigLanguage";
import { host } from "../../../../support/fakeVscode/fakeHost";

afterEach(() => host.reset());

it("shows the beginning of a line that is there, whatever a caller names", () => {
  const revealed: number[] = [];
  const editor = {
    document: { lineCount: 3 },
    revealRange: ({ start }: { readonly start: { readonly line: number } }) => revealed.push(start.line),
  };
  host.desk = { window: { activeTextEditor: editor } };
  for (const line of [-1, Number.NaN, 0.5, 3, "1", undefined]) revealLineStart(line);
  expect(revealed).toEqual([]);
  for (const line of [0, 2]) revealLineStart(line);
  expect(revealed).toEqual([0, 1]);
});
