import * as vscode from "vscode";
import { analyze } from "../../../nodeConfig/analysis/analyze";
import { listedIdentity } from "../../../nodeConfig/analysis/peerIdentity";
import { decideConnection } from "../../../nodeConfig/lists/decideConnection";
import { type ReloadMethod, type ReloadOutcome, reloadOutcome } from "../../../nodeConfig/lists/reloadMethod";
import { say } from "../../../text/catalogue";
import { labelled, listed } from "../../../text/joining";
import { waitUntil } from "../../../time/waitUntil";
import { showProgress } from "../../kit/asking/progress";
import { exists } from "../../kit/files/readFile";
import { openDocument } from "../../kit/files/showFile";
import { showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";
import { type LogMark, markLog, writtenSince } from "../../state/nodeFolders/nodeLog";
import { askNodeFolder } from "./askNodeFolder";
import { mayRunScripts, runNodeScript } from "./runNodeScript";

/** A node acts on the signal within seconds. */
const timeout = { limitMs: 8000, stepMs: 300 };
/** More findings than these are counted. */
const maxShown = 5;

/** How the node of that folder takes over changed lists, and the script that does it, when the folder has it. */
export async function waysOf(folder: NodeFolder): Promise<{ method: ReloadMethod; script: string | undefined }> {
  const own = "scripts/reload_whitelist.sh";
  if (await exists(vscode.Uri.joinPath(folder.uri, own))) return { method: "script", script: own };
  // without that script a node of 2.x reads its lists when it starts
  const method = folder.reload === "script" ? "restart" : folder.reload;
  return { method, script: folder.hasStart ? "start.sh" : undefined };
}

/** What happens, in words, and what the button says. */
function wording(method: ReloadMethod, name: string): { question: string; detail: string; button: string } {
  switch (method) {
    case "signal":
      return {
        question: vscode.l10n.t("Reload the access lists of {0}?", name),
        detail: vscode.l10n.t(
          "start.sh runs in the node folder. A running node reads both lists and nodes.json again and disconnects the nodes that they refuse. A stopped node is started.",
        ),
        button: vscode.l10n.t("Run start.sh"),
      };
    case "script":
      return {
        question: vscode.l10n.t("Reload the whitelist of {0}?", name),
        detail: vscode.l10n.t(
          "scripts/reload_whitelist.sh runs in the node folder (release 2.x). The blacklist takes effect only after a restart.",
        ),
        button: vscode.l10n.t("Run reload_whitelist.sh"),
      };
    case "restart":
      return {
        question: vscode.l10n.t("Restart {0}?", name),
        detail: vscode.l10n.t(
          "Nodes of this release read their lists only when they start. stop.sh and then start.sh run in the node folder.",
        ),
        button: vscode.l10n.t("Restart"),
      };
  }
}

/** What is wrong with the file, a line each: with such an error a node takes nothing over, or something else than is meant. */
export function errorsOf({ document, context }: Pick<NodeFolder, "document" | "context">): string[] {
  return analyze(document, context)
    .filter(({ severity }) => severity === "error")
    .map(({ range, message }) => labelled(vscode.l10n.t("Line {0}", range.startLine + 1), say(message)));
}

/** The nodes of the same group in the workspace that the lists of this one refuse once they are loaded. */
export function refusedBy(folder: NodeFolder, others: readonly NodeFolder[]): NodeFolder[] {
  return others.filter((other) => {
    if (other.uri.toString() === folder.uri.toString() || other.group !== folder.group) return false;
    const identity = listedIdentity(other.node, folder.lists.digits);
    return identity !== undefined && !decideConnection(folder.lists, identity, "reload").accepted;
  });
}

const namesOf = (folders: readonly NodeFolder[]): string => listed(folders.map(({ name }) => name));

/** Asks once, with what speaks against it. */
async function isAgreed(folder: NodeFolder, method: ReloadMethod, refused: readonly NodeFolder[]): Promise<boolean> {
  const { question, detail, button } = wording(method, folder.name);
  const errors = errorsOf(folder);
  const lines = [
    ...(errors.length === 0
      ? []
      : [
          vscode.l10n.t("config.ini has errors. The node might not load the changes, or not start the next time:"),
          ...errors.slice(0, maxShown),
          ...(errors.length > maxShown ? [vscode.l10n.t("and {0} more", errors.length - maxShown)] : []),
          "",
        ]),
    detail,
    ...(refused.length === 0
      ? []
      : [vscode.l10n.t("Its lists refuse {0}. The direct connection ends.", namesOf(refused))]),
  ];
  const options = { modal: true, detail: lines.join("\n") };
  if (errors.length === 0) return (await showInformation(question, options, button)) === button;
  const anyway = vscode.l10n.t("{0} Anyway", button);
  return (await showWarning(question, options, anyway)) === anyway;
}

/** What the node writes about the reload, once it does; undefined when it says nothing within patience. */
const awaitOutcome = (folder: NodeFolder, mark: LogMark | undefined): Promise<ReloadOutcome | undefined> =>
  waitUntil(async () => reloadOutcome(await writtenSince(folder, mark)), timeout);

/** Says whether the node took its lists over, by its own log. */
async function tellOutcome(
  folder: NodeFolder,
  mark: LogMark | undefined,
  refused: readonly NodeFolder[],
): Promise<boolean> {
  const outcome = await showProgress({ location: vscode.ProgressLocation.Window }, () => awaitOutcome(folder, mark));
  const { name } = folder;
  if (!outcome) {
    void showWarning(
      vscode.l10n.t(
        "The log of {0} doesn't show whether the lists were loaded. Check the log before you rely on them.",
        name,
      ),
    );
    return true;
  }
  if (!outcome.taken) {
    void showError(vscode.l10n.t("{0} didn't load its new lists and keeps the old ones: {1}", name, outcome.why));
    return false;
  }
  void showInformation(
    refused.length === 0
      ? vscode.l10n.t("{0} loaded its lists.", name)
      : vscode.l10n.t("{0} loaded its lists and now refuses {1}.", name, namesOf(refused)),
  );
  return true;
}

async function runScripts(folder: NodeFolder, scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) {
    const exitCode = await runNodeScript(folder, script);
    if (exitCode === undefined || exitCode === 0) continue;
    void showError(
      vscode.l10n.t(
        "{0} of {1} ended with exit code {2}. See its output in the terminal.",
        script,
        folder.name,
        exitCode,
      ),
    );
    return false;
  }
  return true;
}

/**
 * Makes a node take over its changed lists, the way its release knows (docs/protocol/config-ini.md, "Reload"): asks once, with the errors
 * of the file and who will be refused, runs the node's own script as a task, so that its output is seen, and reads in the node's log
 * whether it was taken. Takes the node folder, or asks. Gives whether the lists are loaded, as far as it can be told.
 * @throws Cancelled
 */
export async function reloadNode(folders: NodeFolders, given?: vscode.Uri): Promise<boolean> {
  if (!(await mayRunScripts())) return false;
  const title = vscode.l10n.t("Select the node to reload the access lists of");
  const uri = given ?? (await askNodeFolder(folders, { kind: "nothing" }, title)).uri;
  const config = vscode.Uri.joinPath(uri, "config.ini");
  const { readNodeFolder } = await import("../../state/nodeFolders/readNodeFolder");
  const folder = await readNodeFolder(config);
  const ways = folder && (await waysOf(folder));
  if (!folder || !ways?.script) {
    void showError(
      vscode.l10n.t(
        "{0} has no start.sh. Reload or restart this node on the machine where it runs.",
        vscode.workspace.asRelativePath(uri),
      ),
    );
    return false;
  }
  const { method, script } = ways;
  const refused = refusedBy(folder, await folders.list());
  if (!(await isAgreed(folder, method, refused))) return false;
  await openDocument(config)?.save();
  const live = method === "signal" && (await folders.isRunning(folder)) === true;
  const mark = live ? await markLog(folder) : undefined;
  if (!(await runScripts(folder, method === "restart" ? ["stop.sh", script] : [script]))) return false;
  return live ? tellOutcome(folder, mark, refused) : true;
}
