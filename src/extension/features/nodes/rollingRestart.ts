import * as vscode from "vscode";
import { getGroupPeers } from "../../../chain/rpc/groups";
import { listed, noted } from "../../../text/joining";
import { minuteMs } from "../../../time/units";
import { waitUntil } from "../../../time/waitUntil";
import { runNodeScript } from "../../flows/nodes/runNodeScript";
import { showProgress } from "../../kit/asking/progress";
import { showError, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

/** A node with a large store needs its time to come up and to find its peers. */
const polling = { limitMs: 2 * minuteMs, stepMs: 500 };

/** Waits until it holds. False when the time is over or the user ends it. */
const comes = async (holds: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean> =>
  (await waitUntil(async () => (await holds()) || undefined, { ...polling, signal })) === true;

/** Whether some connected node has it among its group's peers, or is it. */
async function isConnected({ connections }: Chainside, { node }: NodeFolder): Promise<boolean> {
  for (const group of connections.groups) {
    const peers = await getGroupPeers(group.session.client).catch(() => []);
    if (peers.some((peer) => peer.toLowerCase() === node.consensusId)) return true;
  }
  return false;
}

/** Stops and starts one. Gives why it ends there. */
async function restartOne(app: Chainside, folder: NodeFolder, cancelled: AbortSignal): Promise<string | undefined> {
  const { name } = folder;
  const wasConnected = await isConnected(app, folder);
  const stopped = await runNodeScript(folder, "stop.sh");
  const gone = async (): Promise<boolean> => (await app.nodeFolders.isRunning(folder)) !== true;
  // Whatever was cancelled meanwhile: a node that is stopped for a restart is started.
  if ((stopped ?? 0) !== 0 || !(await comes(gone))) return vscode.l10n.t("{0} didn't stop.", name);
  const started = await runNodeScript(folder, "start.sh");
  const silent = vscode.l10n.t("{0} doesn't respond after its start.", name);
  if ((started ?? 0) !== 0) return silent;
  const runs = async (): Promise<boolean> =>
    ["running", "unknown"].includes((await app.nodeFolders.state(folder)).kind);
  // Whether its group reaches one that no connection knew before is unknown.
  const why = !(await comes(runs, cancelled))
    ? silent
    : wasConnected && !(await comes(() => isConnected(app, folder), cancelled))
      ? vscode.l10n.t("{0} is running, but its group can't reach it.", name)
      : undefined;
  return why !== undefined && cancelled.aborted ? vscode.l10n.t("Canceled.") : why;
}

/** Stops and starts nodes one after the other; the next one only when the one before runs and its group reaches it again. */
export async function rollingRestart(app: Chainside, folders: readonly NodeFolder[]): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t("Rolling Restart"),
    cancellable: true,
  };
  const left = await showProgress(options, async (progress, cancelled) => {
    for (const [index, folder] of folders.entries()) {
      if (cancelled.aborted) return { after: index, why: vscode.l10n.t("Canceled.") };
      progress.report({ message: noted(folder.name, `${index + 1}/${folders.length}`) });
      const why = await restartOne(app, folder, cancelled);
      if (why !== undefined) return { after: index, why };
    }
    return undefined;
  });
  if (!left) {
    void showInformation(vscode.l10n.t("Restarted one by one: {0}.", listed(folders.map(({ name }) => name))));
    return;
  }
  void showError(
    vscode.l10n.t("The rolling restart stopped after {0} of {1} nodes. {2}", left.after, folders.length, left.why),
  );
}
