import { beforeEach, describe, expect, it } from "vitest";
import {
  meantFolder,
  offeredFile,
  requireSourceFolder,
  settingsFolder,
} from "../../../../../src/extension/kit/files/workspaceFolder";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const folderAt = (path: string, index: number) => ({ uri: Uri.file(path), name: path.slice(1), index });
const [one, other] = [folderAt("/one", 0), folderAt("/other", 1)];

/** Folders that are open, and what is being edited. */
function open(folders: readonly ReturnType<typeof folderAt>[], front: { text?: string; notebook?: string } = {}): void {
  const { text, notebook } = front;
  host.desk = {
    workspace: {
      workspaceFolders: folders.length === 0 ? undefined : folders,
      getWorkspaceFolder: ({ path }: Uri) => folders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
    },
    window: {
      activeTextEditor: text && { document: { uri: Uri.file(text) } },
      activeNotebookEditor: notebook && { notebook: { uri: Uri.file(notebook) } },
    },
  };
}

describe("the open folder that is meant", () => {
  beforeEach(() => host.reset());

  it("is that of a file, else of what is being edited, else the first", () => {
    open([one, other]);
    expect(meantFolder()).toBe(one);
    expect(meantFolder(Uri.file("/other/a.sol") as never)).toBe(other);
    open([one, other], { text: "/other/a.sol" });
    expect(meantFolder()).toBe(other);
    expect(meantFolder(Uri.file("/one/a.sol") as never)).toBe(one);
    open([one, other], { notebook: "/other/a.fisco" });
    expect(meantFolder()).toBe(other);
    open([one, other], { text: "/elsewhere/a.sol" });
    expect(meantFolder()).toBe(one);
    open([]);
    expect(meantFolder()).toBeUndefined();
  });

  it("is asked for where sources are wanted, several are open and nothing tells which", async () => {
    open([one], { text: "/elsewhere/a.sol" });
    expect(await requireSourceFolder()).toBe(one);
    open([one, other], { text: "/other/a.sol" });
    expect(await requireSourceFolder()).toBe(other);
    expect(host.questions).toEqual([]);
    open([one, other]);
    host.picks.push(/other/);
    expect(await requireSourceFolder()).toBe(other);
    open([]);
    await expect(requireSourceFolder()).rejects.toMatchObject({ code: "noSourcesFolder" });
  });

  it("is offered for files to be saved, while the paths of settings begin at the first, whatever is being edited", () => {
    open([one, other], { text: "/other/a.sol" });
    expect(offeredFile("x.csv").defaultUri?.path).toBe("/other/x.csv");
    expect(settingsFolder()).toBe(one.uri.fsPath);
    open([]);
    expect(offeredFile("x.csv")).toEqual({});
  });
});
