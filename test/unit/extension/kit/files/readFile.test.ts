import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as vscode from "vscode";
import { readEnd, readIfSmall, readWhole } from "../../../../../src/extension/kit/files/readFile";
import { readText } from "../../../../../src/extension/state/nodeFolders/nodeFolder";
import { maxBytes } from "../../../../../src/files/regularFile";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of that size; what is beyond the text takes no room on the disk. */
function file(name: string, text: string, size = text.length): vscode.Uri {
  const path = join(folder, name);
  writeFileSync(path, text);
  truncateSync(path, size);
  return vscode.Uri.file(path);
}

test("a file of the usual size is read whole", async () => {
  const uri = file("config.ini", "[rpc]\n");
  expect(new TextDecoder().decode(await readWhole(uri, maxBytes.configuration))).toBe("[rpc]\n");
  expect(await readIfSmall(uri, 6)).toBe("[rpc]\n");
  expect(await readText(uri)).toBe("[rpc]\n");
});

test("one that is too large is not read: named where someone chose it, left alone where it was found", async () => {
  const uri = file("config.ini", "[rpc]\n", 100 * 1024 * 1024);
  await expect(readWhole(uri, maxBytes.configuration)).rejects.toMatchObject({
    code: "fileTooLarge",
    details: { size: 104_857_600, max: 8_388_608 },
  });
  expect(await readIfSmall(uri, maxBytes.configuration)).toBeUndefined();
  expect(await readText(uri)).toBeUndefined();
});

test("of a file that grows only the end is read", async () => {
  expect(await readEnd(file("nohup.out", "0123456789"), 4)).toBe("6789");
  expect(await readEnd(file("short.out", "01"), 4)).toBe("01");
  expect(await readEnd(vscode.Uri.file(join(folder, "none")), 4)).toBeUndefined();
});
