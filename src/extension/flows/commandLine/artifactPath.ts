import * as vscode from "vscode";
import { pathFrom } from "./commandLine";

/** A path that the program finds from the workspace's folder. */
export const artifactPath = (uri: vscode.Uri): string =>
  pathFrom(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, uri.fsPath);
