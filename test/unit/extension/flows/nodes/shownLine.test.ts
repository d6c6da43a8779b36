import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/errors/chainError";
import { shownLine } from "../../../../../src/extension/flows/nodes/runNodeScript";

describe("a command line that a person is shown before it runs", () => {
  it("quotes what a shell would take apart", () => {
    expect(shownLine(["bash", "my chain", "it's", "$(rm)", "a,b:1/x-y"])).toBe(
      "bash 'my chain' 'it'\\''s' '$(rm)' a,b:1/x-y",
    );
  });

  it("is refused where it can't be shown", () => {
    expect(() => shownLine(["archiveTool", "\ud800"])).toThrow(ChainError);
  });
});
