import { homedir } from "node:os";
import * as vscode from "vscode";
import { hostsFile, readHostsFile } from "../../../processes/nodes/remoteHosts";
import { type RemoteAction, remoteActions, remoteCommand } from "../../../processes/nodes/remoteNodes";
import { mayRun, shownLine } from "../../flows/nodes/runNodeScript";
import { askChoice } from "../../kit/asking/ask";
import { runTask } from "../../kit/asking/runTask";
import { showError, showInformation } from "../../kit/messages/notify";

function actionLabel(action: RemoteAction): string {
  switch (action) {
    case "start":
      return `$(play) ${vscode.l10n.t("Start")}`;
    case "stop":
      return `$(debug-stop) ${vscode.l10n.t("Stop")}`;
    case "status":
      return `$(pulse) ${vscode.l10n.t("Show whether it runs")}`;
    case "logs":
      return `$(output) ${vscode.l10n.t("Follow its log")}`;
  }
}

/**
 * *Nodes on Other Hosts*: starts or stops one, or shows how it is, by the system's ssh. Hosts come from the person's own file alone, and
 * the command line is shown before it runs.
 */
export async function remoteNode(): Promise<void> {
  // settings of a workspace decide which programs a terminal finds
  if (!(await mayRun())) return;
  const title = vscode.l10n.t("Nodes on Other Hosts");
  const file = hostsFile();
  const nodes = (await readHostsFile(file)).flatMap((host) =>
    [...host.nodes].map(([node, folder]) => ({ host, folder, name: `${host.name}/${node}` })),
  );
  if (nodes.length === 0) {
    void showInformation(vscode.l10n.t("{0} names no nodes.", file));
    return;
  }
  const { host, folder, name } = await askChoice(
    nodes.map((value) => ({ label: value.name, description: `${value.host.ssh}:${value.folder}`, value })),
    { title },
  );
  const action = await askChoice(
    remoteActions.map((value) => ({ label: actionLabel(value), value })),
    { title: name },
  );
  const { program, args } = remoteCommand(host, folder, action, { follow: action === "logs" });
  const run = vscode.l10n.t("Run");
  const detail = shownLine([program, ...args]);
  if ((await showInformation(vscode.l10n.t("Run this command line?"), { modal: true, detail }, run)) !== run) return;
  // the words are quoted for the shell of the host; in the home folder nothing of a workspace lies beside
  const task = { title: name, source: "FISCO BCOS", program, words: args, cwd: homedir(), withoutShell: true };
  const exitCode = await runTask(task);
  if (action === "logs" || exitCode === 0 || exitCode === undefined) return;
  void showError(
    vscode.l10n.t("{0} of {1} ended with exit code {2}. See its output in the terminal.", program, name, exitCode),
  );
}
