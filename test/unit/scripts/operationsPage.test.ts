import { expect, it } from "vitest";
import { operationsPage } from "../../../scripts/operationsData/operationsPage";
import { allOperations } from "../../../src/operations/catalogue";

it.each(["en", "zh"] as const)(
  "the page of operations has every one that the catalogue declares: %s",
  async (language) => {
    const page = await operationsPage(language);
    for (const { noun, verb } of await allOperations()) expect(page).toContain(`| \`${noun} ${verb}\` |`);
  },
);

it("the Chinese page is in Chinese: no summary and no label of a field stays English", async () => {
  const cells = (await operationsPage("zh"))
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | ").slice(1, 4));
  expect(cells.flat().filter((cell) => cell.trim() !== "" && !/\p{Script=Han}/u.test(cell))).toEqual([]);
});
