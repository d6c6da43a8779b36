import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../scripts/lint/sources";
import { operationsFile, operationsPage } from "../../../scripts/operationsData/operationsPage";
import { allOperations } from "../../../src/operations/catalogue";

it("docs/operations.md has every operation as the catalogue declares it (npm run operations)", async () => {
  const page = await operationsPage();
  expect(readFileSync(join(root, operationsFile), "utf8")).toBe(page);
  for (const { noun, verb } of await allOperations()) expect(page).toContain(`| \`${noun} ${verb}\` |`);
});
