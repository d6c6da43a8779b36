import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { writeMonitorFiles } from "../../../../src/cli/monitor/writeTemplates";

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

it("makes its folder, and writes a unit that systemd reads whatever the folder is called", async () => {
  const parent = await mkdtemp(join(tmpdir(), "chainside-"));
  made.push(parent);
  const folder = join(parent, "night shift", "50%");
  const written = await writeMonitorFiles(folder, "http://127.0.0.1:20200");
  expect(written).toHaveLength(3);
  const unit = await readFile(join(folder, "chainside-monitor.service"), "utf8");
  const escaped = folder.replaceAll("%", "%%");
  // a list of paths is split at blanks, the others take their line as it is
  expect(unit).toContain(`ReadWritePaths="${escaped}"\n`);
  expect(unit).toContain(`WorkingDirectory=${escaped}\n`);
  await expect(writeMonitorFiles(folder, "http://127.0.0.1:20200")).rejects.toMatchObject({ code: "fileExists" });
});
