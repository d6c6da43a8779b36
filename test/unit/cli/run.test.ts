import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runRun } from "../../../src/cli/commands/run";
import { writtenLines } from "../../support/commandLine";

let folder: string;
const { out } = writtenLines();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-run-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("tells a program of a check that nothing is wrong", async () => {
  const file = join(folder, "one.chain.yaml");
  writeFileSync(file, "scenario: One\nsteps:\n  - set: { a: 1 }\n");
  expect(await runRun(["--check", "--json", file])).toBe(0);
  expect(JSON.parse(out.join("\n"))).toEqual({ complaints: [] });
  writeFileSync(file, 'scenario: One\nsteps:\n  - set: { a: "$' + '{b}" }\n');
  out.length = 0;
  expect(await runRun(["--check", "--json", file])).toBe(1);
  expect(JSON.parse(out.join("\n"))).toMatchObject({ complaints: [{ place: { line: 3 } }] });
});
