import * as vscode from "vscode";
import { contractInterface } from "../../../chain/abi/contractInterface";
import { neededLibraries } from "../../../chain/artifact/readArtifact";
import type { Address } from "../../../crypto/hex";
import { askArguments } from "../../flows/contracts/askFunction";
import { deployArtifact } from "../../flows/contracts/deployArtifact";
import { askAddress } from "../../flows/target/askAddress";
import type { Target } from "../../flows/target/target";
import { targetArtifact } from "../../flows/target/targetArtifact";
import type { Choice } from "../../kit/asking/ask";
import { copyText, showInformation } from "../../kit/asking/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";

/** Contracts that may be a library: those that bear its name first. */
function libraryChoices(app: Chainside, group: ChainGroup, library: string): Choice<Address>[] {
  const known = app.knownContracts.list(group);
  const named = known.filter(({ name }) => name === library);
  return [...named, ...known.filter(({ name }) => name !== library)].map(({ name, address }) => ({
    label: `$(file-code) ${name}`,
    description: address,
    value: address,
  }));
}

async function askLibraries(
  app: Chainside,
  group: ChainGroup,
  { artifact }: LoadedArtifact,
  title: string,
): Promise<Record<string, Address>> {
  const libraries: Record<string, Address> = {};
  for (const library of neededLibraries(artifact, group.session.suite.name)) {
    libraries[library] = await askAddress(app, group, {
      title,
      placeHolder: vscode.l10n.t("{0} uses the library {1}. Where is it deployed?", artifact.name, library),
      others: libraryChoices(app, group, library),
    });
  }
  return libraries;
}

/** Deploys a compiled contract: asks for what is missing, then says where it is. */
export async function deployContract(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const loaded = await targetArtifact(app, target, vscode.l10n.t("Deploy Contract"));
  const { artifact } = loaded;
  const title = vscode.l10n.t("Deploy {0}", artifact.name);
  const libraries = await askLibraries(app, group, loaded, title);
  const { constructorInputs } = contractInterface(artifact.abi, group.session.suite);
  const values = await askArguments(app, constructorInputs, title);
  const { address, receipt } = await deployArtifact(app, group, loaded, values, libraries);
  const open = vscode.l10n.t("Open Contract Form");
  const copy = vscode.l10n.t("Copy Address");
  const show = vscode.l10n.t("Show Receipt");
  const chosen = await showInformation(
    vscode.l10n.t("{0} is deployed at {1}, block {2}.", artifact.name, address, receipt.blockNumber),
    open,
    copy,
    show,
  );
  if (chosen === open)
    await vscode.commands.executeCommand("chainside.openContractForm", { group, contractAddress: address });
  if (chosen === copy) await copyText(address);
  if (chosen === show)
    await vscode.commands.executeCommand("chainside.showReceipt", { group, transactionHash: receipt.transactionHash });
}
