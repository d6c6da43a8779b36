import { readFileSync, rmSync, writeFileSync } from "node:fs";
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
    await expect.poll(() => workbench.problems()).toHaveLength(4);
    const lines = (await workbench.problems()).map(({ line }) => line).sort((a, b) => a - b);
    const first =
      readFileSync(join(workbench.folder, config), "utf8")
        .split("\n")
        .findIndex((line) => /cal\.1=/.test(line)) + 1;
    expect(lines).toEqual([first, first + 1, first + 2, first + 3]);
    await workbench.picture("config-problems");
  });

  it("mends the 0x by its quick fix", async () => {
    await workbench.quickFix(/0x/, /0x/);
    await expect.poll(() => workbench.problems()).toHaveLength(3);
    await workbench.picture("config-fixed");
  });

  it("is silent once every entry is right", async () => {
    // Closed: an editor that is just being saved or reverted doesn't hear that the file changes.
    await workbench.command("View: Revert and Close Editor");
    await workbench.page.locator(".tab").first().waitFor({ state: "detached" });
    const path = join(workbench.folder, config);
    const text = readFileSync(path, "utf8")
      .replace(/cal\.1=.*/, `cal.1=${digits("d4")}`)
      .replace(/cal\.2=.*/, `cal.2=${digits("e5")}`)
      .replace("cal.3=0x", "cal.3=")
      .replace(/ *cal\.4=.*\n/, "");
    writeFileSync(path, text);
    await workbench.openFile("node0/config.ini");
    await workbench.page.locator(".codelens-decoration", { hasText: "4 nodes accepted" }).waitFor();
    await expect.poll(() => workbench.problems()).toEqual([]);
    await workbench.picture("config-clean");
  });
});

describe("nodes.json in the folder of a node", () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({
      prepare: (folder) => {
        rmSync(join(folder, "nodes"), { recursive: true });
        writeFileSync(join(folder, "config.ini"), "[p2p]\n    listen_port=30300\n");
        writeFileSync(join(folder, "config.genesis"), `[consensus]\n    node.0=${valid}:1\n`);
        writeFileSync(join(folder, "nodes.json"), '{"nodes":["127.0.0.1:30300","127.0.0.1","[::1]:80"]}\n');
      },
    });
  });
  afterAll(async () => workbench?.close());

  it("is judged when it is all that is opened", async () => {
    await workbench.openFile("nodes.json");
    await expect.poll(() => workbench.problems()).toHaveLength(2);
    await workbench.picture("peer-list-problems");
  });
});
