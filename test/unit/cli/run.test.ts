import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runRun } from "../../../src/cli/commands/run";
import { writtenLines } from "../../support/commandLine";

let folder: string;
const { out, err } = writtenLines();
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

it("names a chain without what may be secret of its address", async () => {
  const [file, junit] = [join(folder, "two.chain.yaml"), join(folder, "two.xml")];
  writeFileSync(file, "scenario: Two\nsteps:\n  - list: /\n");
  out.length = 0;
  const args = ["--json", "--junit", junit, file];
  expect(await runRun([...args, "--url", "http://127.0.0.1:1/path?token=secret"])).toBe(1);
  expect(JSON.parse(out.join("\n"))).toMatchObject({ results: [{ chain: "http://127.0.0.1:1" }] });
  const message = [...out, ...err, readFileSync(junit, "utf8")].join("\n");
  expect(message).not.toContain("secret");
  for (const credentials of ["user:secret", ":secret"]) {
    expect(await runRun([...args, "--url", `http://${credentials}@127.0.0.1:1`])).toBe(2);
    expect([...out, ...err].join("\n")).not.toContain("secret");
  }
});

it("goes on with what a raised data version brings", async () => {
  const file = join(folder, "three.chain.yaml");
  const raised = [
    "scenario: Three",
    "chain: { nodeVersion: 3.16.4, compatibility: 3.1.0 }",
    "steps:",
    "  - setSystemConfig: { key: compatibility_version, value: 3.6.0 }",
    '  - setSystemConfig: { key: feature_sharding, value: "1" }',
    "  - makeShard: one",
  ];
  writeFileSync(file, raised.join("\n"));
  expect(await runRun([file])).toBe(0);
});
