import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTail } from "../../../../../src/extension/state/nodeFolders/logTail";

describe("the end of a log", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-log-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is all of a short one", async () => {
    const path = join(folder, "short.log");
    writeFileSync(path, "one\ntwo\n");
    expect(await readTail(path)).toEqual({ text: "one\ntwo\n", size: 8 });
    writeFileSync(path, "");
    expect(await readTail(path)).toEqual({ text: "", size: 0 });
  });

  it("begins with a whole line, whatever the size of the file", async () => {
    const path = join(folder, "long.log");
    writeFileSync(path, "");
    // A gibibyte that takes no room on the disk.
    truncateSync(path, 2 ** 30);
    const file = await open(path, "r+");
    await file.write("\ninfo|first\ninfo|last\n", 2 ** 30);
    await file.close();
    expect(await readTail(path, 18)).toEqual({ text: "info|last\n", size: 2 ** 30 + 22 });
  });
});
