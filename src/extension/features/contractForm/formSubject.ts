import * as vscode from "vscode";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { neededLibraries } from "../../../chain/artifact/readArtifact";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import type { FormFunction, FormStart, FormSubject } from "../../../webview/contractForm/messages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { formConstructor, formFunctions } from "./formFunctions";

/** What a form is about, as the page is told it. */
export type FormContent = Pick<FormStart, "subject" | "place" | "where" | "functions" | "libraries">;

/** @param target address or BFS path, as it was given */
export function contractContent(group: ChainGroup, contract: ContractTarget, target: string): FormContent {
  const { name, address } = contract;
  const subject: FormSubject = { kind: "contract", groupId: group.id, target, name };
  const where = target === address || target === name ? address : `${target} · ${address}`;
  return { subject, place: groupTitle(group), where, functions: formFunctions(contract.abi), libraries: [] };
}

/** @throws ChainError usage `noBytecode`, `badBytecode`. */
export function deploymentContent(group: ChainGroup, { artifact, uri }: LoadedArtifact): FormContent {
  const { suite } = group.session;
  const { name } = artifact;
  const functions: FormFunction[] = [formConstructor(name, artifactInterface(artifact, suite))];
  return {
    subject: { kind: "deployment", groupId: group.id, artifact: uri.toString(), name },
    place: groupTitle(group),
    where: vscode.workspace.asRelativePath(uri),
    functions,
    libraries: neededLibraries(artifact, suite.name),
  };
}

/** Names of the accounts and contracts that are known under an address. */
export function knownName(app: Chainside, group: ChainGroup, address: string): string {
  const account = app.accounts.at(address);
  if (account) return account.label ? vscode.l10n.t("Account {0}", account.label) : vscode.l10n.t("Your account");
  const title = app.knownContracts.titleAt(group, address);
  return title === undefined ? "" : vscode.l10n.t("Contract {0}", title);
}
