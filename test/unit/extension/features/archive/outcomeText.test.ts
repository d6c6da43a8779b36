import { describe, expect, it } from "vitest";
import { outcomeText } from "../../../../../src/extension/features/archive/archiveBlocks";

describe("what is said of an archive tool that failed", () => {
  const failed = { kind: "failed", problem: "exit status 1" } as const;
  const messageOf = (action: "archive" | "reimport"): string =>
    outcomeText(failed, { action, start: 1, end: 5 }, "node0");

  it("is about archiving where it archived, and about importing where it imported", () => {
    expect(messageOf("archive")).toMatch(
      /exit status 1\. Nothing was deleted in node0\..*archive the same range again/,
    );
    expect(messageOf("reimport")).toMatch(
      /exit status 1\. Not all blocks are back in node0\..*import the same range again/,
    );
  });
});
