import * as vscode from "vscode";
import { clientError } from "../../../chain/errors/clientError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact, WorkspaceArtifact } from "../../state/contracts/artifacts";

const pathOf = ({ uri }: WorkspaceArtifact): string => vscode.workspace.asRelativePath(uri, false);

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
 * @param group the chain that the code is for; the active one where no one says
 * @throws ChainError usage `unknownArtifactName`, `ambiguousArtifact`, `notAnArtifact`.
 */
export async function namedArtifact(app: Chainside, wanted: string, group?: ChainGroup): Promise<LoadedArtifact> {
  return app.artifacts.read(await artifactNamed(app, wanted), group);
}
