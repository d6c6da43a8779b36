import { relative } from "node:path";
import * as vscode from "vscode";
import { isPackageName } from "../../../applications/java/javaPackage";
import { runChainside } from "../../flows/commandLine/runChainside";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { askChoice, askText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { exists } from "../../kit/files/readFile";
import { onButton, showError, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { isSolidity } from "../../state/solidity/solidity";

const memoryKey = "javaClients";

/** What was answered last. */
interface Remembered {
  readonly packageName: string;
  readonly out: string;
}

/** What classes are made for: the file, contract or folder that the command was run on, the source in the editor, or the user's choice. */
async function askSource(app: Chainside, target: Target, title: string): Promise<vscode.Uri> {
  if (target.kind === "file" || target.kind === "artifact") return target.uri.with({ fragment: "" });
  const active = vscode.window.activeTextEditor?.document;
  if (active && isSolidity(active) && active.uri.scheme === "file") return active.uri;
  const known = (await app.artifacts.list()).map(({ name, uri }) => ({
    label: `$(file-code) ${name}`,
    description: vscode.workspace.asRelativePath(uri.with({ fragment: "" })),
    value: uri.with({ fragment: "" }),
  }));
  return askChoice(known, { title, placeHolder: vscode.l10n.t("Select a contract") });
}

async function askPlace(app: Chainside, title: string): Promise<Remembered> {
  const last = app.context.workspaceState.get<Remembered>(memoryKey);
  const packageName = await askText({
    title,
    prompt: vscode.l10n.t("Package of the classes"),
    value: last?.packageName ?? "org.example.contracts",
    validate: (text) =>
      isPackageName(text) ? undefined : vscode.l10n.t("Enter names with dots between, such as org.example.contracts."),
  });
  const out = await askText({
    title,
    prompt: vscode.l10n.t("Folder of Java sources, from the workspace's folder on"),
    value: last?.out ?? "src/main/java",
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a folder.") : undefined),
  });
  const answered = { packageName, out };
  await app.context.workspaceState.update(memoryKey, answered);
  return answered;
}

/** Writes Java classes for the contracts of a file or folder, as `chainside generate java` does. @throws Cancelled */
export async function generateJavaClient(app: Chainside, target: Target): Promise<void> {
  if (!(await mayRun())) return;
  const title = vscode.l10n.t("Generate Java Client");
  const source = await askSource(app, target, title);
  await vscode.workspace.saveAll(false);
  const folder = vscode.workspace.getWorkspaceFolder(source)?.uri ?? vscode.Uri.joinPath(source, "..");
  const { packageName, out } = await askPlace(app, title);
  const named = relative(folder.fsPath, source.fsPath) || ".";
  const args = ["generate", "java", named, "--package", packageName, "--out", out];
  const code = await runChainside(app, "chainside generate java", args, folder.fsPath);
  const made = vscode.Uri.joinPath(folder, out, ...packageName.split("."));
  if (code !== 0 || !(await exists(made))) {
    void showError(vscode.l10n.t("Not all Java classes were generated. See the task's terminal for the reason."));
    return;
  }
  const reveal = vscode.l10n.t("Show in Explorer");
  const text = vscode.l10n.t("The Java classes are in {0}.", vscode.workspace.asRelativePath(made));
  onButton(
    showInformation(text, reveal),
    reveal,
    () => vscode.commands.executeCommand("revealInExplorer", made),
    app.errors.show,
  );
}
