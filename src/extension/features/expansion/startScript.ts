import * as vscode from "vscode";
import { copyText, showWarning } from "../../kit/messages/notify";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

type Started = Pick<NodeFolder, "name" | "uri" | "hasStart">;

/** Scripts of a node folder that are the same for every node: they go by the place where they stand. */
const nodeScripts = ["start.sh", "stop.sh"] as const;

/**
 * A node that has no script to start it: offers those of another node of the chain, else says what starts it.
 * @returns whether it has one now
 */
export async function getStartScript(existing: readonly Started[], added: Started): Promise<boolean> {
  const from = existing.find(({ hasStart }) => hasStart);
  const command = "nohup ../fisco-bcos -c config.ini -g config.genesis >>nohup.out 2>&1 &";
  const copy = from && vscode.l10n.t("Copy Scripts from {0}", from.name);
  const copyCommand = vscode.l10n.t("Copy Command");
  const chosen = await showWarning(
    copy
      ? vscode.l10n.t(
          "{0} has no start.sh. Copy the start and stop scripts of {1}, or start its program in its folder: {2}",
          added.name,
          from.name,
          command,
        )
      : vscode.l10n.t("{0} has no start.sh. Start its program in its folder: {1}", added.name, command),
    ...(copy ? [copy] : []),
    copyCommand,
  );
  if (chosen === copyCommand) await copyText(command);
  if (!from || chosen !== copy) return false;
  for (const script of nodeScripts) {
    const [there, here] = [vscode.Uri.joinPath(from.uri, script), vscode.Uri.joinPath(added.uri, script)];
    // what is there already stays, and not every node has a script to stop it
    await vscode.workspace.fs.copy(there, here, { overwrite: false }).then(undefined, (error: unknown) => {
      if (script === "start.sh") throw error;
    });
  }
  return true;
}
