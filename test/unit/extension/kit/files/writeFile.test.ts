import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { writeChosen } from "../../../../../src/extension/kit/files/writeFile";
import { WorkspaceFiles } from "../../../../support/window/workspaceFiles";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-chosen-"));
  const { fs } = new WorkspaceFiles(folder);
  vi.spyOn(vscode.workspace.fs, "stat").mockImplementation(fs.stat as never);
  Object.assign(vscode.workspace.fs, { writeFile: fs.writeFile });
});
afterAll(() => {
  vi.restoreAllMocks();
  Object.assign(vscode.workspace.fs, { writeFile: undefined });
  rmSync(folder, { recursive: true });
});

describe.skipIf(process.platform === "win32")("a file that a user chose", () => {
  it("is written, and written over", async () => {
    const file = vscode.Uri.file(join(folder, "a.csv"));
    for (const text of ["one", "other"]) {
      await writeChosen(file, text);
      expect(readFileSync(file.fsPath, "utf8")).toBe(text);
    }
  });

  it("isn't written through a link, also where that leads to nothing yet", async () => {
    writeFileSync(join(folder, "precious"), "precious");
    for (const target of ["precious", "new"]) {
      const file = vscode.Uri.file(join(folder, `${target}.csv`));
      symlinkSync(join(folder, target), file.fsPath);
      await expect(writeChosen(file, "x")).rejects.toMatchObject({ code: "outputThroughLink" });
    }
    expect([readFileSync(join(folder, "precious"), "utf8"), existsSync(join(folder, "new"))]).toEqual([
      "precious",
      false,
    ]);
  });
});
