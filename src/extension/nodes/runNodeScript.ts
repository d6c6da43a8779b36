import * as vscode from "vscode";
import type { NodeFolder } from "./nodeFolder";

/** Whether scripts of this workspace may run; says so and offers the way when not. */
export async function mayRun(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t("Manage Workspace Trust");
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t("This workspace is not trusted: nothing is run in it."),
    manage,
  );
  if (picked) await vscode.commands.executeCommand("workbench.trust.manage");
  return false;
}

/** Runs one of the folder's own scripts as a task, so that its output is seen; ends when the script does. */
export async function runNodeScript(
  folder: Pick<NodeFolder, "name" | "uri">,
  script: string,
): Promise<number | undefined> {
  const name = `${folder.name}: ${script}`;
  const execution = new vscode.ShellExecution("bash", [script], { cwd: folder.uri.fsPath });
  const task = new vscode.Task({ type: "shell" }, vscode.TaskScope.Workspace, name, "FISCO BCOS", execution, []);
  const ended = new Promise<number | undefined>((resolve) => {
    const listening = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution.task.name !== name) return;
      listening.dispose();
      resolve(event.exitCode);
    });
  });
  await vscode.tasks.executeTask(task);
  return ended;
}
