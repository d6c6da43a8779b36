import * as vscode from "vscode";
import { declaredContracts } from "../../../chain/artifact/contractNames";
import { clientError } from "../../../chain/errors/clientError";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/asking/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact, WorkspaceArtifact } from "../../state/contracts/artifacts";
import { contractUri, isContractUri } from "../../state/solidity/solidity";
import type { Target } from "./target";

async function browse(app: Chainside): Promise<LoadedArtifact> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Compiled Contract"),
      filters: { [vscode.l10n.t("Compiled contract")]: ["json", "abi"] },
    })) ?? [];
  if (!uri) throw new Cancelled();
  return app.artifacts.read(uri);
}

const choiceOf = ({ name, uri }: Pick<WorkspaceArtifact, "name" | "uri">): Choice<vscode.Uri> => ({
  label: `$(file-code) ${name}`,
  description: vscode.workspace.asRelativePath(uri),
  value: uri,
});

async function askArtifact(app: Chainside, title: string, group?: ChainGroup): Promise<LoadedArtifact> {
  const artifacts = (await app.artifacts.list()).filter(({ deployable }) => deployable);
  const chosen = await askChoice<vscode.Uri | undefined>(
    [
      ...artifacts.map(choiceOf),
      { label: `$(folder-opened) ${vscode.l10n.t("Select a file…")}`, alwaysShow: true, value: undefined },
    ],
    { title, placeHolder: vscode.l10n.t("Select a compiled contract") },
  );
  return chosen ? app.artifacts.read(chosen, group) : browse(app);
}

/**
 * A contract of a Solidity file; with several of them the user chooses. What the project's own build made is taken while nothing was changed
 * since and the chain can use it, else the file is compiled.
 * @throws Cancelled; ChainError usage `nothingToDeploy`, and what compiling throws.
 */
async function ofSource(app: Chainside, uri: vscode.Uri, group: ChainGroup | undefined, title: string) {
  const document = await vscode.workspace.openTextDocument(uri);
  const declared = declaredContracts(document.getText()).filter(({ deployable }) => deployable);
  const path = vscode.workspace.asRelativePath(uri);
  const choices = declared.map(({ name }) => choiceOf({ name, uri: contractUri(uri, name) }));
  const [first] = choices;
  if (!first) throw clientError("nothingToDeploy", { path });
  const placeHolder = vscode.l10n.t("Select the contract of {0}", path);
  const chosen = choices.length === 1 ? first.value : await askChoice(choices, { title, placeHolder });
  return (await builtArtifact(app, document, chosen.fragment, group)) ?? app.artifacts.read(chosen, group);
}

/** What the project's own build made of a contract, where it is as fresh as every source and fits the chain. */
async function builtArtifact(
  app: Chainside,
  document: vscode.TextDocument,
  name: string,
  group: ChainGroup | undefined,
): Promise<LoadedArtifact | undefined> {
  if (document.isDirty) return undefined;
  const built = (await app.artifacts.list()).filter((each) => each.name === name && !isContractUri(each.uri));
  const [only, another] = built;
  if (!only || another) return undefined;
  const { isFresh } = await import("../contracts/staleArtifact");
  const loaded = await app.artifacts.read(only.uri);
  // Another file may declare a contract of the same name.
  const { source } = loaded.artifact;
  if (source !== undefined && !document.uri.path.endsWith(`/${source.replace(/^project:\//, "")}`)) return undefined;
  const fits = group?.session.suite.name !== "sm" || loaded.artifact.smBytecode !== undefined;
  return fits && (await isFresh(loaded, document.uri.fsPath)) ? loaded : undefined;
}

/** The compiled contract of a clicked line of the Contracts view; undefined when something else was clicked. */
export async function clickedArtifact(
  app: Chainside,
  target: Target,
  group?: ChainGroup,
): Promise<LoadedArtifact | undefined> {
  return target.kind === "file" || target.kind === "artifact" ? app.artifacts.read(target.uri, group) : undefined;
}

/**
 * The compiled contract of a file of the explorer (an artifact, or the source it came from) or of a line of the Contracts view,
 * else the one that the user chooses. @throws Cancelled; ChainError usage `notAnArtifact`, `nothingToDeploy`,
 * and what compiling throws.
 */
export async function targetArtifact(
  app: Chainside,
  target: Target,
  title: string,
  group?: ChainGroup,
): Promise<LoadedArtifact> {
  if (target.kind === "file" && target.uri.path.endsWith(".sol") && !isContractUri(target.uri))
    return ofSource(app, target.uri, group, title);
  return (await clickedArtifact(app, target, group)) ?? askArtifact(app, title, group);
}
