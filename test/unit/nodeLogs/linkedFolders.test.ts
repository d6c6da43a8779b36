// Links in hostile folders of logs.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as look from "../../../src/files/look";
import { givenPath } from "../../../src/files/namedPath";
import { findLogs } from "../../../src/nodeLogs/reading/findLogs";

const line = "info|2026-11-23 09:18:00.000000|[CONSENSUS]something,index=1\n";
let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "chainside-linked-logs-")));
});
afterAll(() => rmSync(folder, { recursive: true }));

function made(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describe.skipIf(process.platform === "win32")("folders of logs with links", () => {
  it("are found behind a link to another disk, each once", async () => {
    const [node, disk] = [made("node0"), made("disk")];
    writeFileSync(join(disk, "log_2026112309.18.log"), line);
    symlinkSync(disk, join(node, "log"));
    symlinkSync(disk, join(node, "logs"));
    const found = await findLogs([node], {});
    expect(found.map(({ name, files }) => [name, files.map(({ path }) => basename(path))])).toEqual([
      ["node0", ["log_2026112309.18.log"]],
    ]);
  });

  it("are looked into once, however many links lead there", async () => {
    const root = made("circles");
    writeFileSync(join(root, "node.log"), line);
    const spellings = [..."lL"].flatMap((l) =>
      [..."oO"].flatMap((o) => [..."gG"].flatMap((g) => ["", "s", "S"].map((end) => l + o + g + end))),
    );
    for (const name of spellings) symlinkSync(".", join(root, name));
    const listing = vi.spyOn(look, "listNamed");
    try {
      expect((await findLogs([root], {})).map(({ files }) => files.length)).toEqual([1]);
      expect(listing.mock.calls).toEqual([[givenPath(root)]]);
    } finally {
      listing.mockRestore();
    }
  });

  it("are not looked for on another computer", async () => {
    const root = made("away");
    symlinkSync("/net/elsewhere/log", join(root, "log"));
    const [listing, real] = [vi.spyOn(look, "listNamed"), vi.spyOn(look.lookNow, "real")];
    try {
      expect(await findLogs([root], {})).toEqual([]);
      expect(listing).toHaveBeenCalled();
      expect(real).toHaveBeenCalled();
      expect([...listing.mock.calls, ...real.mock.calls].flat().filter((path) => path !== root)).toEqual([]);
    } finally {
      listing.mockRestore();
      real.mockRestore();
    }
  });
});
