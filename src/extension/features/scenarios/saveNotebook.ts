import { basename } from "node:path";
import * as vscode from "vscode";
import type { NotebookText } from "../../../chain/notebook/notebookFile";
import { pathFrom } from "../../../scenarios/editor/offers";
import { scenarioEnding } from "../../../scenarios/language/scenario";
import { notebookScenario } from "../../../scenarios/notebook/notebookScenario";
import { YamlError } from "../../../yaml/complaint";
import { artifactNamed } from "../../flows/contracts/namedArtifact";
import { cellKind, cellText, notebookInFront } from "../../flows/notebook/cells";
import { connectedGroup } from "../../flows/notebook/notebookChain";
import { writeChosen } from "../../kit/files/writeFile";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { contractPath } from "../../state/solidity/solidity";
import { provenText, showRecorded, triedOut } from "./provenRecording";
import { askScenarioFile, recordedChain } from "./recordSent";

const textOf = (notebook: vscode.NotebookDocument): NotebookText => ({
  cells: notebook.getCells().map(({ kind, document }) => ({ kind: cellKind(kind), text: cellText(document) })),
});

/**
 * Turns the notebook in front into a scenario, and runs that once on a fresh chain.
 * @throws Cancelled; ChainError of a request that is not right.
 */
export async function saveNotebook(app: Chainside): Promise<void> {
  const notebook = notebookInFront();
  if (!notebook) {
    void showInformation(vscode.l10n.t("First open a notebook of requests."));
    return;
  }
  const file = await askScenarioFile(
    basename(notebook.uri.path, ".chain-nb"),
    vscode.l10n.t("Save Notebook as Scenario"),
  );
  const group = connectedGroup(app, notebook);
  const account = group && app.accounts.active(group);
  const { text, leftOut } = await notebookScenario(textOf(notebook), {
    title: basename(file, scenarioEnding),
    chain: group ? await recordedChain(group) : { suite: "standard", auth: false },
    admin: account ? [account.label, account.address] : [],
    artifact: async (name) => {
      const uri = await artifactNamed(app, name);
      return pathFrom(file, contractPath(uri));
    },
  });
  try {
    await showRecorded(app, file, await triedOut(text, (signal) => provenText(app, file, text, signal)), leftOut);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    // What is wrong with it, its lines say.
    await writeChosen(vscode.Uri.file(file), text);
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  }
}
