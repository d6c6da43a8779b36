import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("the shipped governance contracts are what their sources compile to", async () => {
  const args = ["--import", "tsx", "scripts/compile-governance.ts", "--check"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stdout).toBe("the artifact is what the sources compile to\n");
});
