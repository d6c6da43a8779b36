import { posix } from "node:path";
import * as vscode from "vscode";
import { isTestSource } from "../../../text/sourceNames";
import type { WorkspaceArtifact } from "../../state/contracts/artifacts";
import { isContractUri } from "../../state/solidity/solidity";

/** The file that a contract stands in, as far as it is known. */
export const fileOf = ({ uri, source }: WorkspaceArtifact): string =>
  isContractUri(uri) ? vscode.workspace.asRelativePath(uri.with({ fragment: "" })) : (source ?? "");

/** Tests, scripts and what helps them: no one deploys these. */
export const isOfTests = (artifact: WorkspaceArtifact): boolean =>
  isTestSource(fileOf(artifact)) ||
  // `out/Coin.t.sol/CoinTest.json`: what names no source lies in a folder that does.
  isTestSource(posix.dirname(vscode.workspace.asRelativePath(artifact.uri, false)));
