// Runs before every file of tests: what programs write down for their user is written to a folder of the run, and goes with it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "chainside-state-"));
process.env["XDG_STATE_HOME"] = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
