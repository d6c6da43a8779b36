import { expect, it } from "vitest";
import { operationsPage } from "../../../scripts/operationsData/operationsPage";
import { allOperations } from "../../../src/operations/catalogue";

it("the page of operations has every one that the catalogue declares", async () => {
  const page = await operationsPage();
  for (const { noun, verb } of await allOperations()) expect(page).toContain(`| \`${noun} ${verb}\` |`);
});
