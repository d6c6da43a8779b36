import * as vscode from "vscode";
import { version } from "../../../../package.json";
import { isApplicationName } from "../../../applications/newApplication/base/application";
import { newProject as filesOf, type ProjectLayout, projectLayouts } from "../../../applications/newProject/newProject";
import { askChoice } from "../../kit/asking/ask";
import { askNewFolder, offerToOpen } from "../../kit/files/newFolder";
import { writeChosen } from "../../kit/files/writeFile";
import { showError } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { askTemplate, offerPackage } from "./newContract";

/** @throws Cancelled */
function askLayout(title: string): Promise<ProjectLayout> {
  const labels: Record<ProjectLayout, { readonly label: string; readonly detail: string }> = {
    foundry: { label: "Foundry", detail: vscode.l10n.t("Contracts in src, settings in foundry.toml") },
    hardhat: { label: "Hardhat", detail: vscode.l10n.t("Contracts in contracts, settings in hardhat.config.js") },
  };
  const choices = projectLayouts.map((value) => ({ ...labels[value], value }));
  return askChoice(choices, { title, placeHolder: vscode.l10n.t("Select the layout of the project") });
}

/** Whether nothing is in a folder, or it isn't there: a project of its own repository may have begun. */
async function isVacant(folder: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).every(([name]) => name === ".git");
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return true;
    throw error;
  }
}

/** The open folder where nothing is in it yet, else one that will be made. @throws Cancelled */
async function askProjectFolder(title: string): Promise<vscode.Uri> {
  const [open, another] = vscode.workspace.workspaceFolders ?? [];
  if (open && !another && isApplicationName(open.name.toLowerCase()) && (await isVacant(open.uri))) return open.uri;
  return askNewFolder({
    title,
    prompt: vscode.l10n.t("Name of the project, which is its folder's too"),
    value: "my-contracts",
    isName: isApplicationName,
  });
}

/**
 * Writes a project with a contract, its test, the settings of a compiler and a workflow, as `chainside new project` does: into the open
 * folder where that is empty, else into one of its own, which it offers to open.
 * @returns the contract's file where it is in the open folder; undefined where it is elsewhere, or nothing was written
 * @throws Cancelled
 */
export async function newProject(app: Chainside): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t("New Project");
  const choice = await askTemplate(title);
  const layout = await askLayout(title);
  const folder = await askProjectFolder(title);
  if (!(await isVacant(folder))) {
    void showError(vscode.l10n.t("{0} isn't empty; a project gets a folder of its own.", folder.fsPath));
    return undefined;
  }
  const { contractTemplates } = await import("../../../applications/newProject/contractTemplates");
  const template = contractTemplates.find(({ contract }) => contract === choice.file);
  if (!template) throw new Error(`no template ${choice.file}`);
  const name = (folder.path.split("/").at(-1) ?? "").toLowerCase();
  const files = filesOf({ name, layout, template, contract: template.contract, chainside: version });
  for (const { path, text } of files) await writeChosen(vscode.Uri.joinPath(folder, path), text);
  const [source] = files;
  const contract = source && vscode.Uri.joinPath(folder, source.path);
  if (!contract || !vscode.workspace.getWorkspaceFolder(folder)) {
    offerToOpen(folder, vscode.l10n.t("The project is in {0}.", folder.fsPath), app.errors.show);
    return undefined;
  }
  await vscode.window.showTextDocument(contract);
  if (choice.needsOpenZeppelin) void offerPackage(folder).catch(app.errors.log);
  return contract;
}
