import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact, WorkspaceArtifact } from "../../state/contracts/artifacts";
import { isContractUri } from "../../state/solidity/solidity";

/** What names a compiled contract: its path in its own folder of the workspace, of a contract of a source `contracts/Coin.sol:Coin`. */
export function artifactPath(uri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(uri.with({ fragment: "" }), false);
  return isContractUri(uri) ? `${path}:${uri.fragment}` : path;
}

const pathOf = ({ uri }: WorkspaceArtifact): string => artifactPath(uri);

/**
 * Where the compiled contract of this name or path is.
 * @throws ChainError usage `unknownArtifactName`, `ambiguousArtifact`.
 */
export async function artifactNamed(app: Chainside, wanted: string): Promise<vscode.Uri> {
  const all = (await app.artifacts.list()).filter(({ deployable }) => deployable);
  const found = all.filter((each) => each.name === wanted || pathOf(each) === wanted);
  const [only, another] = found;
  if (another) throw clientError("ambiguousArtifact", { name: wanted, names: found.map(pathOf) });
  if (!only) {
    const names = [...new Set(all.map(({ name }) => name))];
    throw clientError("unknownArtifactName", { name: wanted, names });
  }
  return only.uri;
}

/**
 * The compiled contract of this name or path.
 * @param group the chain that the code is for; by default the active one
 * @throws ChainError usage `unknownArtifactName`, `ambiguousArtifact`, `notAnArtifact`.
 */
export async function namedArtifact(app: Chainside, wanted: string, group?: ChainGroup): Promise<LoadedArtifact> {
  return app.artifacts.read(await artifactNamed(app, wanted), group);
}
