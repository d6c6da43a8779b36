import { readFile, stat } from "node:fs/promises";
import * as vscode from "vscode";
import type { ReadText } from "../../../scenarios/language/readScenario";

/** Where the editor's features work. */
export const scenarioSelector: vscode.DocumentSelector = { scheme: "file", pattern: "**/*.chain.yaml" };

/** Files of scenarios in the workspace, and where those of others lie. */
export const scenarioPattern = "**/*.chain.yaml";
export const foreignFolders = "**/{node_modules,lib,out,cache,artifacts}/**";

const mostBytes = 1024 * 1024;

/** Whether a file is a scenario, by its name. */
export const isScenario = ({ scheme, path }: vscode.Uri): boolean => scheme === "file" && path.endsWith(".chain.yaml");

/** Reads a file as it stands in its editor, else on disk; undefined when it is not there. */
export const readShown: ReadText = async (path) => {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "file" && uri.fsPath === path);
  if (open) return open.getText();
  try {
    const { size } = await stat(path);
    return size > mostBytes ? undefined : await readFile(path, "utf8");
  } catch {
    return undefined;
  }
};
