// Runs before every file of tests: what fast-check makes up is the same in every run, so that none fails by an input that no other has met.
// CHAINSIDE_TEST_SEED=NUMBER makes up something else; a failure names its seed.
import { readFileSync } from "node:fs";
import { expect } from "vitest";

const { testPath } = expect.getState();
if (testPath !== undefined && readFileSync(testPath, "utf8").includes('"fast-check"')) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env["CHAINSIDE_TEST_SEED"] ?? 20_260) });
}
