import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askScenarioFile } from "../../../../../src/extension/features/scenarios/recordSent";
import { host } from "../../../../support/fakeVscode/fakeHost";

let folder: string;
beforeEach(() => {
  host.reset();
  folder = mkdtempSync(join(tmpdir(), "scenario-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a recording goes into a file that is named as scenarios are, and over none that no one was asked about", async () => {
  host.saves = [join(folder, "shop.yaml"), join(folder, "shop.yml"), join(folder, "shop.chain.yaml")];
  expect(await askScenarioFile("recorded")).toBe(join(folder, "shop.chain.yaml"));
  writeFileSync(join(folder, "shop.chain.yaml"), "");
  await expect(askScenarioFile("recorded")).rejects.toMatchObject({ kind: "usage", code: "fileExists" });
  expect(await askScenarioFile("recorded")).toBe(join(folder, "shop.chain.yaml"));
});
