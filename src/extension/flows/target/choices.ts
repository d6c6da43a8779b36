import * as vscode from "vscode";
import type { Address } from "../../../crypto/bytes/hex";
import type { Choice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WorkspaceArtifact } from "../../state/contracts/artifacts";

/** The contracts of a group that are known by name. */
export const knownContractChoices = ({ knownContracts }: Chainside, group: ChainGroup): Choice<Address>[] =>
  knownContracts.list(group).map((contract) => ({
    label: `$(file-code) ${knownContracts.titleOf(group, contract)}`,
    description: contract.address,
    value: contract.address,
  }));

/** A compiled contract of the workspace, with its file. */
export const artifactChoice = ({ name, uri }: Pick<WorkspaceArtifact, "name" | "uri">): Choice<vscode.Uri> => ({
  label: `$(file-code) ${name}`,
  description: vscode.workspace.asRelativePath(uri),
  value: uri,
});
