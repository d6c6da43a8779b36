import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { releaseProblems } from "../../../scripts/publish/releaseProblems";

const changes = "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-22)\n\n* New.\n\n## 0.1.0\n";

it("lets a version be released that its tag and the change log name", () => {
  expect(releaseProblems("0.2.0", changes, "v0.2.0")).toEqual([]);
  expect(releaseProblems("0.2.0", changes, undefined)).toEqual([]);
  expect(releaseProblems("0.2.0", changes, "main")).toEqual([]);
});

it("refuses a tag of another version, and a version without its changes", () => {
  expect(releaseProblems("0.2.0", changes, "v0.2.1")).toHaveLength(1);
  expect(releaseProblems("0.2", changes, undefined)).toHaveLength(1);
});

it("has what the version of the manifest brings", () => {
  const root = resolve(import.meta.dirname, "../../..");
  const { version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { version: string };
  expect(releaseProblems(version, readFileSync(resolve(root, "CHANGELOG.md"), "utf8"), undefined)).toEqual([]);
});
