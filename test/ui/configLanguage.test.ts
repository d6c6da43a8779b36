import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

const config = "nodes/127.0.0.1/node0/config.ini";
const digits = (start: string): string => start.padEnd(128, "3c5a");
const valid = digits("a1");
const other = digits("b2");

/** One valid ID and one of each mistake. */
const lists = [
  "[certificate_whitelist]",
  `    cal.0=${valid}`,
  `    cal.1=${digits("c3").slice(1)}`,
  `    cal.2=${digits("zz")}`,
  `    cal.3=0x${other}`,
  `    cal.4=${valid}`,
  "",
].join("\n");

describe("config.ini in the editor", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow();
    const path = join(workbench.folder, config);
    const before = readFileSync(path, "utf8");
    const start = before.indexOf("[certificate_blacklist]");
    writeFileSync(path, `${before.slice(0, start)}${lists}\n${before.slice(before.indexOf("[rpc]"))}`);
  });
  afterAll(async () => workbench?.close());

  it("underlines exactly the wrong entries", async () => {
    await workbench.openFile("node0/config.ini");
    const lines = async (): Promise<number[]> =>
      (await workbench.problems()).map(({ line }) => line).sort((a, b) => a - b);
    const first =
      readFileSync(join(workbench.folder, config), "utf8")
        .split("\n")
        .findIndex((line) => /cal\.1=/.test(line)) + 1;
    await expect.poll(lines).toEqual([first, first + 1, first + 2, first + 3]);
    await workbench.picture("config-problems");
  });

  it("mends the 0x by its quick fix", async () => {
    await workbench.quickFix(/0x/, /0x/);
    await expect.poll(() => workbench.problems()).toHaveLength(3);
    await workbench.picture("config-fixed");
  });
});
