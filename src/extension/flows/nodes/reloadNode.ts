import * as path from "node:path";
import * as vscode from "vscode";
import { resolveEvaluation } from "../../../nodeConfig/analysis/evaluation";
import { parseDocument } from "../../../nodeConfig/document/iniDocument";
import { type ReloadMethod, reloadMethod } from "../../../nodeConfig/lists/reloadMethod";
import { startedVersion } from "../../../nodeConfig/nodeFolderFacts";
import { showError, showInformation } from "../../kit/asking/notify";
import { setting } from "../../kit/settings/settings";
import { shownChoice } from "../../kit/text/shownText";
import { mayRun, runNodeScript } from "./runNodeScript";

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined; // absent
  }
}

/** How the node of that folder takes over changed lists, and the script that does it, when the folder has it. */
async function waysOf(folder: vscode.Uri): Promise<{ method: ReloadMethod; script: string | undefined }> {
  const has = async (name: string): Promise<boolean> =>
    (await readText(vscode.Uri.joinPath(folder, name))) !== undefined;
  if (await has("scripts/reload_whitelist.sh")) return { method: "script", script: "scripts/reload_whitelist.sh" };
  const config = parseDocument((await readText(vscode.Uri.joinPath(folder, "config.ini"))) ?? "");
  const told = startedVersion(await readText(vscode.Uri.joinPath(folder, "nohup.out")));
  const chosen = setting("nodeConfig.nodeVersion");
  const nodeVersion = chosen === "auto" ? told : chosen;
  const { version, role } = resolveEvaluation(config, {
    identityLength: "auto",
    ...(nodeVersion ? { nodeVersion } : {}),
  });
  return { method: reloadMethod(version, role), script: (await has("start.sh")) ? "start.sh" : undefined };
}

async function askFolder(): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles("**/config.ini", "**/node_modules/**", 200);
  const picks = found.map((uri) => {
    const folder = vscode.Uri.joinPath(uri, "..");
    return { label: path.posix.basename(folder.path), description: vscode.workspace.asRelativePath(folder), folder };
  });
  const title = vscode.l10n.t("Reload the access lists of which node?");
  return (await vscode.window.showQuickPick(picks.map(shownChoice), { title, matchOnDescription: true }))?.folder;
}

/** What happens, in words, and what the button says. */
function wording(method: ReloadMethod, name: string): { question: string; detail: string; button: string } {
  switch (method) {
    case "signal":
      return {
        question: vscode.l10n.t("Reload the access lists of {0}?", name),
        detail: vscode.l10n.t(
          "start.sh runs in the folder of the node. A running node reads both lists and nodes.json again and disconnects whom they refuse; a stopped node is started.",
        ),
        button: vscode.l10n.t("Run start.sh"),
      };
    case "script":
      return {
        question: vscode.l10n.t("Reload the whitelist of {0}?", name),
        detail: vscode.l10n.t(
          "scripts/reload_whitelist.sh runs in the folder of the node (release 2.x). The blacklist takes effect at a restart only.",
        ),
        button: vscode.l10n.t("Run reload_whitelist.sh"),
      };
    case "restart":
      return {
        question: vscode.l10n.t("Restart {0}?", name),
        detail: vscode.l10n.t(
          "A node of this release reads its lists at start-up only: stop.sh and then start.sh run in its folder.",
        ),
        button: vscode.l10n.t("Restart"),
      };
  }
}

/**
 * Makes a node take over its changed lists, the way its release knows (docs/protocol/config-ini.md, "Reload"): asks once, then runs
 * the node's own script as a task, so that its output is seen. Takes the node folder, or asks. Gives whether the
 * script was run to a good end.
 */
export async function reloadNode(given?: vscode.Uri): Promise<boolean> {
  if (!(await mayRun())) return false;
  const folder = given ?? (await askFolder());
  if (!folder) return false;
  const name = path.posix.basename(folder.path);
  const { method, script } = await waysOf(folder);
  if (!script) {
    void showError(
      vscode.l10n.t(
        "{0} has no start.sh: reload or restart this node where it runs.",
        vscode.workspace.asRelativePath(folder),
      ),
    );
    return false;
  }
  const { question, detail, button } = wording(method, name);
  if ((await showInformation(question, { modal: true, detail }, button)) !== button) return false;
  const config = vscode.Uri.joinPath(folder, "config.ini").toString();
  await vscode.workspace.textDocuments.find((document) => document.uri.toString() === config)?.save();
  for (const step of method === "restart" ? ["stop.sh", script] : [script]) {
    const exitCode = await runNodeScript({ name, uri: folder }, step);
    if (exitCode === undefined || exitCode === 0) continue;
    void showError(
      vscode.l10n.t("{0} of {1} ended with exit code {2}. Its output in the terminal says why.", step, name, exitCode),
    );
    return false;
  }
  return true;
}
