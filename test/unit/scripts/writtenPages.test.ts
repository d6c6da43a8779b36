import { expect, it } from "vitest";
import { checkWrittenPages } from "../../../scripts/lint/writtenPages";

it("pages and schemas that are written from the code stand as it gives them, and one that is older is named", async () => {
  expect(await checkWrittenPages()).toEqual([]);
  expect((await checkWrittenPages(() => "{}")).map((line) => line.split(" ", 1)[0])).toEqual([
    "docs/operations.md",
    "docs/operations.zh-cn.md",
    "docs/coverage.md",
    "syntaxes/scenario.schema.json",
    "syntaxes/watch.schema.json",
  ]);
});
