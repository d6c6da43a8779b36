import { describe, expect, it } from "vitest";
import { foundLinks } from "../../../../../src/extension/features/documents/registerDocuments";
import { DocumentLink, Range, Uri } from "../../../../support/fakeVscode/values";

const hash = (index: number): string => `0x${String(index).padStart(64, "0")}`;

describe("links of a document", () => {
  it("stand on every hash that has none of its own, and compare it with those of its line alone", () => {
    const lines = Array.from({ length: 300 }, (_, index) => `  ${hash(index)}  ${hash(index + 1000)}`);
    const document = { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? "" }) };
    let compared = 0;
    const own = lines.map((_, line) => {
      const link = new DocumentLink(new Range(line, 2, line, 68) as never, undefined);
      const { range } = link;
      const intersection = range.intersection.bind(range);
      Object.assign(range, {
        intersection: (other: never) => {
          compared += 1;
          return intersection(other);
        },
      });
      return link;
    });
    const links = foundLinks(document as never, undefined, own as never);
    expect(links.map(({ range }) => [range.start.line, range.start.character])).toEqual(
      lines.map((_, line) => [line, 70]),
    );
    expect(compared).toBe(2 * lines.length);
  });

  it("of a chain's document ask that chain, whichever is in use", () => {
    const uri = Uri.from({
      scheme: "chainside",
      path: "/block.fisco",
      query: JSON.stringify({ groupId: "settings:other/group0", kind: "block", key: "1" }),
    });
    const links = foundLinks({ uri, lineCount: 1, lineAt: () => ({ text: hash(7) }) } as never, undefined, []);
    expect(links.map(({ target }) => decodeURIComponent(String(target)))).toEqual([
      expect.stringContaining(JSON.stringify({ kind: "text", text: hash(7), groupId: "settings:other/group0" })),
    ]);
  });
});
