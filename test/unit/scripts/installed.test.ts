import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isInstalled } from "../../../scripts/installed.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "installed-"));
  mkdirSync(join(root, "node_modules"));
});
afterEach(() => rmSync(root, { recursive: true }));
const write = (name: string, packages: object): void => writeFileSync(join(root, name), JSON.stringify({ packages }));

it("what npm itself installed is not installed again", () => {
  write("package-lock.json", {
    "": { name: "project" },
    "node_modules/a": { version: "1.0.0" },
    "node_modules/only-mac": { version: "2.0.0", optional: true },
  });
  expect(isInstalled(root)).toBe(false);
  write("node_modules/.package-lock.json", { "node_modules/a": { version: "1.0.0" } });
  expect(isInstalled(root)).toBe(true);
  write("node_modules/.package-lock.json", { "node_modules/a": { version: "0.9.0" } });
  expect(isInstalled(root)).toBe(false);
  write("node_modules/.package-lock.json", {});
  expect(isInstalled(root)).toBe(false);
});
