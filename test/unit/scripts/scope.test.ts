import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { root } from "../../../scripts/lint/sources";
import { readOptions } from "../../../scripts/test/options";
import { decideScope, fingerprint, rememberPassed, roomsOf } from "../../../scripts/test/scope";

// Suites may be left out by this alone: nothing known, or anything asked for, is all of them.
let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "chainside-scope-"));
  vi.stubEnv("XDG_CACHE_HOME", cache);
  vi.stubEnv("CHAINSIDE_TEST_BASE", "0".repeat(40));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(cache, { recursive: true, force: true });
});

const scope = (...args: string[]) => decideScope("java", readOptions(args)).scope;
const print = () => String(fingerprint("java"));

it("runs all of a suite of which nothing is known", () => {
  expect(fingerprint("java")).toMatch(/^[0-9a-f]{64}$/);
  expect(scope()).toBe("whole");
});

it("runs a smoke of what has passed with the same sources, unless all of it is asked for", () => {
  rememberPassed(print());
  expect(decideScope("java", readOptions([]))).toMatchObject({
    scope: "smoke",
    reason: expect.stringContaining("passed"),
  });
  expect(decideScope("windows", readOptions([])).scope).toBe("whole");
  for (const args of [["--all"], ["--cold"], ["--only", "java"], ["--desktop"], ["--grep", "x"]])
    expect([args, scope(...args)]).toEqual([args, "whole"]);
});

it("runs all of it when that is long ago, or when its sources have changed", () => {
  rememberPassed(print().replace(/^./, (digit) => (digit === "0" ? "1" : "0")));
  expect(scope()).toBe("whole");
  rememberPassed(print());
  expect(scope()).toBe("smoke");
  vi.useFakeTimers({ now: Date.now() + 8 * 24 * 3_600_000, toFake: ["Date"] });
  expect(scope()).toBe("whole");
});

it("takes no word of a commit that isn't there", () => {
  for (const base of ["no-such-commit", "0".repeat(40)]) {
    vi.stubEnv("CHAINSIDE_TEST_BASE", base);
    expect(scope()).toBe("whole");
  }
});

it("names rooms that are there", () => {
  expect(
    Object.values(roomsOf)
      .flat()
      .filter((path) => !existsSync(join(root, path))),
  ).toEqual([]);
});
