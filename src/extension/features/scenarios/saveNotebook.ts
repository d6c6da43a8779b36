import { basename } from "node:path";
import * as vscode from "vscode";
import type { NotebookText } from "../../../chain/notebook/notebookFile";
import { ScenarioError } from "../../../scenarios/document/complaint";
import { pathFrom } from "../../../scenarios/editor/offers";
import { notebookScenario } from "../../../scenarios/notebook/notebookScenario";
import { artifactNamed } from "../../flows/contracts/namedArtifact";
import { writeChosen } from "../../kit/files/writeFile";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { isContractUri } from "../../state/solidity/solidity";
import { provenText } from "./provenRecording";
import { askScenarioFile, recordedChain, showRecorded, triedOut } from "./recordSent";

const notebookType = "chainside.requests";

const textOf = (notebook: vscode.NotebookDocument): NotebookText => ({
  cells: notebook.getCells().map(({ kind, document }) => ({
    kind: kind === vscode.NotebookCellKind.Markup ? "text" : "requests",
    text: document.getText(),
  })),
});

/**
 * Turns the notebook in front into a scenario, and runs that once on a fresh chain.
 * @throws Cancelled; ChainError of a request that is not right.
 */
export async function saveNotebook(app: Chainside): Promise<void> {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  if (notebook?.notebookType !== notebookType) {
    void showInformation(vscode.l10n.t("First open a notebook of requests."));
    return;
  }
  const file = await askScenarioFile(
    basename(notebook.uri.path, ".chain-nb"),
    vscode.l10n.t("Save Notebook as Scenario"),
  );
  const group = app.connections.activeGroup;
  const account = group && app.accounts.active(group);
  const { text, left } = await notebookScenario(textOf(notebook), {
    title: basename(file, ".chain.yaml"),
    chain: group ? await recordedChain(group) : { suite: "standard", auth: false },
    admin: account ? [account.label, account.address] : [],
    artifact: async (name) => {
      const uri = await artifactNamed(app, name);
      return pathFrom(file, isContractUri(uri) ? `${uri.fsPath}:${uri.fragment}` : uri.fsPath);
    },
  });
  try {
    await showRecorded(app, file, await triedOut(text, (signal) => provenText(app, file, text, signal)), left);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    // What is wrong with it, its lines say.
    await writeChosen(vscode.Uri.file(file), text);
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  }
}
