import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOnDisk } from "../../../src/files/folderOnDisk";

it("keeps the byte order mark of keys and certificates alone, which OpenSSL doesn't read with it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-folder-"));
  try {
    const key = "-----BEGIN PRIVATE KEY-----\n";
    writeFileSync(join(folder, "ssl.key"), `\uFEFF${key}`);
    writeFileSync(join(folder, "node.pem"), key);
    writeFileSync(join(folder, "config.ini"), "\uFEFF[p2p]\n");
    const { read } = folderOnDisk(folder);
    expect(await Promise.all(["ssl.key", "node.pem", "config.ini", "none"].map(read))).toEqual([
      `\uFEFF${key}`,
      key,
      "[p2p]\n",
      undefined,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
