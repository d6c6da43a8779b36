import * as vscode from "vscode";
import { type AbiParameter, type AbiShape, readsOnly } from "../../../chain/abi/abiType";
import { emptyDraft } from "../../../chain/abi/argumentDraft";
import type { AbiFunction, ContractInterface } from "../../../chain/abi/contractInterface";
import { sourceType } from "../../../chain/abi/namedValue";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { neededLibraries } from "../../../chain/artifact/readArtifact";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import type { FormFunction, FormStart, FormSubject } from "../../../webview/contractForm/messages";
import { addressName } from "../../flows/lines/addressName";
import { constructorSignature, functionText, parametersText } from "../../flows/lines/functionText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { LoadedArtifact } from "../../state/contracts/artifacts";

const emptyOf = (inputs: readonly AbiParameter[]): FormFunction["empty"] =>
  inputs.map(({ shape }) => emptyDraft(shape));

function namedShape(shape: AbiShape): AbiShape {
  if (shape.kind === "array") return { ...shape, element: namedShape(shape.element) };
  return shape.kind === "tuple" ? { ...shape, members: shape.members.map(named) } : shape;
}

/** The parameter with the names of structs and enums as its types: what the page shows. */
const named = (parameter: AbiParameter): AbiParameter => ({
  ...parameter,
  type: sourceType(parameter),
  shape: namedShape(parameter.shape),
});

function formFunction(each: AbiFunction): FormFunction {
  const { name, signature, inputs, stateMutability, doc } = each;
  return {
    name,
    signature,
    text: functionText(each),
    inputs: inputs.map(named),
    empty: emptyOf(inputs),
    reads: readsOnly(each),
    payable: stateMutability === "payable",
    ...(doc === undefined ? {} : { doc }),
  };
}

/** The functions of a contract, by name. */
export function formFunctions(abi: ContractInterface): FormFunction[] {
  return abi.functions.map(formFunction).sort((one, other) => one.name.localeCompare(other.name));
}

/** The constructor as a function of its own. A node takes no amount with a deployment from here. */
export function formConstructor(name: string, { constructorInputs, constructorDoc }: ContractInterface): FormFunction {
  return {
    name,
    signature: constructorSignature,
    text: parametersText(constructorInputs),
    inputs: constructorInputs.map(named),
    empty: emptyOf(constructorInputs),
    reads: false,
    payable: false,
    ...(constructorDoc === undefined ? {} : { doc: constructorDoc }),
  };
}

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
  return title === undefined ? (addressName(app, group, address) ?? "") : vscode.l10n.t("Contract {0}", title);
}
