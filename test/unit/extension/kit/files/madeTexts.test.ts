import { beforeEach, expect, it } from "vitest";
import { MadeTexts } from "../../../../../src/extension/kit/files/madeTexts";
import { host } from "../../../../support/fakeVscode/fakeHost";
import type { Uri } from "../../../../support/fakeVscode/values";

let read: (uri: unknown) => string;
beforeEach(() => {
  host.reset();
  host.desk = {
    workspace: {
      registerTextDocumentContentProvider: (_: string, provider: { provideTextDocumentContent(uri: Uri): string }) => {
        read = (uri) => provider.provideTextDocumentContent(uri as Uri);
        return { dispose: () => undefined };
      },
    },
  };
});

it("texts that were made last are kept, and those before them forgotten", () => {
  const texts = new MadeTexts("made-up");
  const first = texts.add("报告.md", "first", "one");
  expect([String(first.scheme), first.path, read(first)]).toEqual(["made-up", "/报告.md", "one"]);
  const others = Array.from({ length: 49 }, (_, index) => texts.add("other.md", `${index}`, `${index}`));
  expect(read(texts.add("报告.md", "first", "two"))).toBe("two");
  texts.add("another.md", "", "three");
  expect([read(first), ...others.slice(0, 2).map(read)]).toEqual(["two", "", "1"]);
});
