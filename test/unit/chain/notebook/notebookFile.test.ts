import { describe, expect, it } from "vitest";
import { readNotebook, writeNotebook } from "../../../../src/chain/notebook/notebookFile";

const notebook = {
  connection: "production",
  group: "group0",
  cells: [
    { kind: "text", text: "# Title\n\nwords" },
    { kind: "requests", text: 'rpc getBlockNumber\nsend Hello set "你好"' },
  ],
} as const;

const codeOf = (text: string): unknown => {
  try {
    return readNotebook(text);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a notebook file", () => {
  it("keeps what was written, a line of text a line of the file", () => {
    const text = writeNotebook(notebook);
    expect(readNotebook(text)).toEqual(notebook);
    expect(text).toContain('\n        "rpc getBlockNumber",\n');
    expect(writeNotebook(readNotebook(text))).toBe(text);
  });

  it("may leave the chain open, and may be empty", () => {
    expect(readNotebook(writeNotebook({ cells: [] }))).toEqual({ cells: [] });
    expect(readNotebook(" \n")).toEqual({ cells: [] });
  });

  it("is refused when it was written by somebody else or by a later release", () => {
    expect(codeOf("{")).toBe("badNotebook");
    expect(codeOf("[]")).toBe("badNotebook");
    expect(codeOf('{"version":1}')).toBe("badNotebook");
    expect(codeOf('{"version":2,"cells":[]}')).toBe("newerNotebook");
    expect(codeOf('{"version":1,"cells":[{"kind":"code","lines":[]}]}')).toBe("badNotebook");
    expect(codeOf('{"version":1,"cells":[{"kind":"text","lines":"x"}]}')).toBe("badNotebook");
  });
});
