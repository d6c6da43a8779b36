import { afterEach, expect, it } from "vitest";
import * as vscode from "vscode";
import { currentFolder, firstFolder, proposedFile } from "../../../../../src/extension/kit/files/openFolders";

const [workspace, window] = [vscode.workspace, vscode.window] as unknown as Record<string, unknown>[];
const { workspaceFolders, getWorkspaceFolder } = workspace ?? {};
const [one, other] = ["/one", "/other"].map((path) => ({ uri: vscode.Uri.file(path), name: path, index: 0 }));

function open(folders: unknown[], file?: string): void {
  Object.assign(workspace ?? {}, {
    workspaceFolders: folders.length === 0 ? undefined : folders,
    getWorkspaceFolder: ({ path }: vscode.Uri) => [one, other].find((each) => path.startsWith(`${each?.uri.path}/`)),
  });
  Object.assign(window ?? {}, {
    activeTextEditor: file === undefined ? undefined : { document: { uri: vscode.Uri.file(file) } },
  });
}
afterEach(() => {
  Object.assign(workspace ?? {}, { workspaceFolders, getWorkspaceFolder });
  Object.assign(window ?? {}, { activeTextEditor: undefined });
});

it("the folder of the file in front counts, else the first", () => {
  open([one, other], "/other/src/Coin.sol");
  expect(currentFolder()).toBe(other);
  expect(proposedFile("a.csv").defaultUri?.path).toBe("/other/a.csv");
  open([one, other], "/elsewhere/Coin.sol");
  expect([currentFolder(), firstFolder()]).toEqual([one, one?.uri.fsPath]);
  open([one, other]);
  expect(currentFolder()).toBe(one);
  open([], "/elsewhere/Coin.sol");
  expect([currentFolder(), firstFolder(), proposedFile("a.csv")]).toEqual([undefined, undefined, {}]);
});
