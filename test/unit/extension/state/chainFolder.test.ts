import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chainFolder } from "../../../../src/extension/state/embeddedChain/chainFolder";
import { Uri } from "../../../support/fakeVscode/values";

// A workspace keeps its embedded chains, whatever storage VS Code gives its window.

let root: string;
const project = Uri.file("/work/project");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "chainside-storage-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A storage that VS Code has given to a folder, with a chain of some blocks in it, written at a time. */
function storage(id: string, folder: Uri, blocks?: string, seconds = 1000): Uri {
  const path = join(root, "workspaceStorage", id, "chainside.chainside");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(root, "workspaceStorage", id, "workspace.json"), JSON.stringify({ folder: folder.toString() }));
  if (blocks !== undefined) {
    const chain = join(path, "embeddedChain", "0123456789abcdef");
    mkdirSync(chain, { recursive: true });
    writeFileSync(join(chain, "blocks.log"), blocks);
    for (const each of [join(chain, "blocks.log"), chain]) utimesSync(each, seconds, seconds);
  }
  return Uri.file(path);
}
const of = (storageUri: Uri | undefined, ...folders: Uri[]) =>
  chainFolder(
    { storageUri: storageUri as never, globalStorageUri: Uri.file(join(root, "globalStorage")) as never },
    { workspaceFolders: folders.map((uri) => ({ uri: uri as never })) },
  );
const blocksIn = (folder: string): string => readFileSync(join(folder, "0123456789abcdef", "blocks.log"), "utf8");

test("is the same whatever storage the window has, and another for another workspace", () => {
  const [one, two] = [storage("one", project), storage("two", project)];
  expect(of(two, project).folder).toBe(of(one, project).folder);
  expect(of(one, Uri.file("/work/other")).folder).not.toBe(of(one, project).folder);
  expect(of(one, project, Uri.file("/b")).folder).toBe(of(two, Uri.file("/b"), project).folder);
  const file = Uri.file("/work/all.code-workspace") as never;
  const globalStorageUri = Uri.file(join(root, "globalStorage")) as never;
  const saved = chainFolder(
    { storageUri: one as never, globalStorageUri },
    { workspaceFile: file, workspaceFolders: [] },
  );
  expect(saved.folder).not.toBe(of(one, project).folder);
});

test("a window without a folder shares its chains with others of its kind", () => {
  expect(of(undefined)).toEqual({ folder: join(root, "globalStorage", "embeddedChain"), shared: true });
});

test("what was kept in the window's storage is moved, once", async () => {
  const window = storage("one", project, "seven blocks");
  const { folder, takeOver } = of(window, project);
  await takeOver?.();
  expect(blocksIn(folder)).toBe("seven blocks");
  // from now on nothing else takes its place
  storage("one", project, "other blocks", 9000);
  await takeOver?.();
  expect(blocksIn(folder)).toBe("seven blocks");
});

test("after VS Code gave the window another storage, the chain of the one before is found", async () => {
  storage("before", project, "seven blocks", 2000);
  storage("long ago", project, "one block", 1000);
  storage("stranger", Uri.file("/work/other"), "a stranger's", 3000);
  writeFileSync(join(root, "workspaceStorage", "broken.json"), "{");
  const { folder, takeOver } = of(storage("after", project), project);
  await takeOver?.();
  expect(blocksIn(folder)).toBe("seven blocks");
});

test("nothing to take over is nothing", async () => {
  const { folder, takeOver } = of(storage("after", project), project);
  await takeOver?.();
  expect(() => readFileSync(folder)).toThrow("ENOENT");
});
