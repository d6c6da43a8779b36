import * as vscode from "vscode";
import { isContractUri } from "../../state/solidity/solidity";
import { pathFrom } from "./commandLine";

/** A path that the program finds from the workspace's folder; of a contract of a source `Coin.sol:Coin`. */
export function artifactPath(uri: vscode.Uri): string {
  const path = pathFrom(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, uri.fsPath);
  return isContractUri(uri) ? `${path}:${uri.fragment}` : path;
}
