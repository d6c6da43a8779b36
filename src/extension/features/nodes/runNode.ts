import * as vscode from "vscode";
import { isThere, type NodeState } from "../../../processes/nodes/nodeState";
import { waitUntil } from "../../../time/waitUntil";
import { runNodeScript } from "../../flows/nodes/runNodeScript";
import { onButton, showError } from "../../kit/messages/notify";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";

/** A node needs a moment to open or close its port after the script has ended; the generated stop.sh waits 10 s itself. */
const timeout = { limitMs: 8000, stepMs: 300 };

/** Whether the node comes to run (or not) as wanted in time; true also where that can't be known. */
async function comesTo(folders: NodeFolders, folder: NodeFolder, wanted: boolean): Promise<boolean> {
  const comes = await waitUntil(async () => {
    const there = isThere(await folders.state(folder));
    return there === undefined || there === wanted || undefined;
  }, timeout);
  return comes === true;
}

function outcomeText(
  folder: NodeFolder,
  start: boolean,
  exitCode: number | undefined,
  state: NodeState | undefined,
): string {
  const script = start ? "start.sh" : "stop.sh";
  const port = String(folder.listens?.port ?? "");
  if (exitCode !== undefined && exitCode !== 0)
    return vscode.l10n.t(
      "{0} of {1} ended with exit code {2}. See its output in the terminal.",
      script,
      folder.name,
      exitCode,
    );
  if (start && state?.kind === "foreign")
    return vscode.l10n.t(
      "{0} isn't running. Port {1} is used by {2} (process {3}).",
      folder.name,
      port,
      state.directory ?? state.program ?? "",
      String(state.pid),
    );
  return start
    ? vscode.l10n.t(
        "{0} isn't running: start.sh has ended, but nothing listens on port {1}. See the end of nohup.out or the newest log.",
        folder.name,
        port,
      )
    : vscode.l10n.t("{0} is still running: stop.sh has ended, but something listens on port {1}.", folder.name, port);
}

/**
 * Starts or stops a node by its own script, and looks whether it does what the script was for: the generated start.sh ends with
 * exit code 0 also when the node did not come up (docs/protocol/node-folders.md, "Scripts").
 */
export async function runNode(
  folders: NodeFolders,
  folder: NodeFolder,
  script: "start.sh" | "stop.sh",
  openLog: (folder: NodeFolder) => Promise<void>,
  failed: (error: unknown) => unknown,
): Promise<void> {
  const start = script === "start.sh";
  const exitCode = await runNodeScript(folder, script);
  // A failed script is told at once; else the port has the last word.
  const isFailed = exitCode !== undefined && exitCode !== 0;
  if (!isFailed && (await comesTo(folders, folder, start))) return;
  const state = isFailed ? undefined : await folders.state(folder);
  const show = vscode.l10n.t("Open Log");
  const message = showError(outcomeText(folder, start, exitCode, state), ...(start ? [show] : []));
  onButton(message, show, () => openLog(folder), failed);
}
