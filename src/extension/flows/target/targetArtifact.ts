import { posix } from "node:path";
import * as vscode from "vscode";
import { declaredContracts } from "../../../chain/artifact/contractNames";
import { clientError } from "../../../errors/clientError";
import { isTestSource } from "../../../text/sourceNames";
import { askChoice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact, WorkspaceArtifact } from "../../state/contracts/artifacts";
import { contractUri, isContractUri } from "../../state/solidity/solidity";
import { artifactChoice } from "./choices";

/** The file that a contract stands in, as far as it is known. */
const fileOf = ({ uri, source }: WorkspaceArtifact): string =>
  isContractUri(uri) ? vscode.workspace.asRelativePath(uri.with({ fragment: "" })) : (source ?? "");

/** Tests, scripts and what helps them: these aren't deployed. */
export const isOfTests = (artifact: WorkspaceArtifact): boolean =>
  isTestSource(fileOf(artifact)) ||
  // `out/Coin.t.sol/CoinTest.json`: what names no source lies in a folder that does.
  isTestSource(posix.dirname(vscode.workspace.asRelativePath(artifact.uri, false)));

async function browse(app: Chainside): Promise<LoadedArtifact> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Compiled Contract"),
      filters: { [vscode.l10n.t("Compiled contract")]: ["json", "abi"] },
    })) ?? [];
  if (!uri) throw new Cancelled();
  return app.artifacts.read(uri);
}

/** Whether a contract is one of the file that is being edited. */
function isOpen(artifact: WorkspaceArtifact): boolean {
  const document = vscode.window.activeTextEditor?.document;
  const file = fileOf(artifact);
  if (!document?.uri.path.endsWith(".sol") || !`/${document.uri.path}`.endsWith(`/${file}`)) return false;
  return declaredContracts(document.getText()).some(({ name }) => name === artifact.name);
}

/** Lets the user write a contract, or a project with one: that one. @throws Cancelled, and as `ofSource` */
async function ofTemplate(
  app: Chainside,
  group: ChainGroup | undefined,
  title: string,
  command: "chainside.newContract" | "chainside.newProject",
): Promise<LoadedArtifact> {
  const uri = await runCommand(command);
  if (!uri) throw new Cancelled();
  return ofSource(app, uri, group, title);
}

async function askArtifact(app: Chainside, title: string, group?: ChainGroup): Promise<LoadedArtifact> {
  const artifacts = (await app.artifacts.list()).filter((each) => each.deployable && !isOfTests(each));
  const open = artifacts.filter(isOpen);
  const template = {
    label: `$(new-file) ${vscode.l10n.t("New contract from a template…")}`,
    description: vscode.l10n.t("writes it, then goes on"),
    alwaysShow: true,
    value: "template",
  } as const;
  const project = {
    label: `$(new-folder) ${vscode.l10n.t("New project…")}`,
    description: vscode.l10n.t("a contract with its test, settings, and a workflow"),
    alwaysShow: true,
    value: "project",
  } as const;
  const folder = {
    label: `$(root-folder-opened) ${vscode.l10n.t("Open a folder with contracts…")}`,
    alwaysShow: true,
    value: "folder",
  } as const;
  const file = {
    label: `$(folder-opened) ${vscode.l10n.t("Select a file…")}`,
    alwaysShow: true,
    value: "file",
  } as const;
  const chosen = await askChoice<vscode.Uri | "template" | "project" | "folder" | "file">(
    [
      ...open.map(artifactChoice),
      ...artifacts.filter((each) => !open.includes(each)).map(artifactChoice),
      // Where the folder has no contract yet, this is the way on.
      ...(artifacts.length === 0 ? [template, project, folder, file] : [file, template]),
    ],
    {
      title,
      placeHolder:
        artifacts.length === 0
          ? vscode.l10n.t("This folder has no contracts yet. Create one, or select a compiled one")
          : vscode.l10n.t("Select a compiled contract"),
    },
  );
  if (chosen === "template") return ofTemplate(app, group, title, "chainside.newContract");
  if (chosen === "project") return ofTemplate(app, group, title, "chainside.newProject");
  if (chosen === "folder") {
    await vscode.commands.executeCommand("vscode.openFolder");
    throw new Cancelled();
  }
  return chosen === "file" ? browse(app) : app.artifacts.read(chosen, group);
}

/**
 * A contract of a Solidity file; with several of them the user chooses. What the project's own build made is taken while nothing was
 * changed since and the chain can use it, else the file is compiled.
 * @throws Cancelled; ChainError usage `nothingToDeploy`, and what compiling throws.
 */
async function ofSource(app: Chainside, uri: vscode.Uri, group: ChainGroup | undefined, title: string) {
  const document = await vscode.workspace.openTextDocument(uri);
  const declared = declaredContracts(document.getText()).filter(({ deployable }) => deployable);
  const path = vscode.workspace.asRelativePath(uri);
  const choices = declared.map(({ name }) => artifactChoice({ name, uri: contractUri(uri, name) }));
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
  const { isFresh } = await import("./staleArtifact");
  const loaded = await app.artifacts.read(only.uri);
  // Another file may declare a contract of the same name.
  const { source } = loaded.artifact;
  if (source !== undefined && !document.uri.path.endsWith(`/${source}`)) return undefined;
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
