import * as vscode from "vscode";
import { contractNames } from "../../../chain/artifact/contractNames";
import { clientError } from "../../../chain/errors/clientError";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/asking/cancelled";
import type { Chainside } from "../../state/chainside";
import type { LoadedArtifact, WorkspaceArtifact } from "../../state/contracts/artifacts";
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

const choiceOf = ({ name, uri }: WorkspaceArtifact): Choice<vscode.Uri> => ({
  label: `$(file-code) ${name}`,
  description: vscode.workspace.asRelativePath(uri),
  value: uri,
});

async function askArtifact(app: Chainside, title: string): Promise<LoadedArtifact> {
  const artifacts = (await app.artifacts.list()).filter(({ deployable }) => deployable);
  const chosen = await askChoice<vscode.Uri | undefined>(
    [
      ...artifacts.map(choiceOf),
      { label: `$(folder-opened) ${vscode.l10n.t("Select a file…")}`, alwaysShow: true, value: undefined },
    ],
    { title, placeHolder: vscode.l10n.t("Select a compiled contract") },
  );
  return chosen ? app.artifacts.read(chosen) : browse(app);
}

/** What a Solidity file was compiled to; with several of them the user chooses. @throws Cancelled; ChainError usage `notCompiled`. */
async function ofSource(app: Chainside, uri: vscode.Uri, title: string): Promise<LoadedArtifact> {
  const names = contractNames((await vscode.workspace.openTextDocument(uri)).getText());
  const path = vscode.workspace.asRelativePath(uri);
  const compiled = (await app.artifacts.list()).filter(({ name, deployable }) => deployable && names.includes(name));
  const [only] = compiled;
  if (!only) throw clientError("notCompiled", { path });
  if (compiled.length === 1) return app.artifacts.read(only.uri);
  const placeHolder = vscode.l10n.t("Select the compiled contract for {0}", path);
  return app.artifacts.read(await askChoice(compiled.map(choiceOf), { title, placeHolder }));
}

/** The compiled contract of a clicked line of the Contracts view; undefined when something else was clicked. */
export async function clickedArtifact(app: Chainside, target: Target): Promise<LoadedArtifact | undefined> {
  return target.kind === "file" || target.kind === "artifact" ? app.artifacts.read(target.uri) : undefined;
}

/**
 * The compiled contract of a file of the explorer (an artifact, or the source it came from) or of a line of the Contracts view,
 * else the one that the user chooses. @throws Cancelled; ChainError usage `notAnArtifact`, `notCompiled`.
 */
export async function targetArtifact(app: Chainside, target: Target, title: string): Promise<LoadedArtifact> {
  if (target.kind === "file" && target.uri.path.endsWith(".sol")) return ofSource(app, target.uri, title);
  return (await clickedArtifact(app, target)) ?? askArtifact(app, title);
}
