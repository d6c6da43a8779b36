import * as vscode from "vscode";
import { contractPath } from "../../state/solidity/solidity";
import { artifactPath } from "../contracts/namedArtifact";

/** What names a compiled contract in a terminal, which begins in any of several folders: there its whole path does. */
export const terminalPath = (uri: vscode.Uri): string =>
  vscode.workspace.workspaceFolders?.length === 1 ? artifactPath(uri) : contractPath(uri);
