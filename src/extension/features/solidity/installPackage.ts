import nodePath, { dirname } from "node:path";
import * as vscode from "vscode";
import { isThereIn } from "../../../files/look";
import { jsonObjectOf } from "../../../text/limits/boundedJson";
import { isPackageName } from "../../../text/packageNames";
import { pathBelow } from "../../../text/pathBelow";
import { runTask } from "../../kit/asking/runTask";
import type { Chainside } from "../../state/chainside";

/** The nearest folder above a file with a `package.json`, within the open folder; that folder where there is none. */
function packageFolder(file: vscode.Uri): string | undefined {
  const open = vscode.workspace.getWorkspaceFolder(file)?.uri.fsPath;
  if (open === undefined) return undefined;
  for (let folder = dirname(file.fsPath); ; folder = dirname(folder)) {
    if (folder === open || pathBelow(open, folder, nodePath) === undefined) return open;
    if (isThereIn(folder, "package.json")) return folder;
  }
}

/** Installs the package that an import lacks, in a terminal that the user sees; what was found of sources is looked at again. */
export async function installPackage(app: Chainside, wanted: unknown): Promise<void> {
  const { name, uri } = jsonObjectOf(wanted);
  if (typeof name !== "string" || typeof uri !== "string" || !isPackageName(name) || !vscode.workspace.isTrusted)
    return;
  const cwd = packageFolder(vscode.Uri.parse(uri));
  if (cwd === undefined) return;
  // scripts of packages aren't run: sources need none
  const words = ["install", "--save-dev", "--ignore-scripts", name];
  const code = await runTask({
    title: vscode.l10n.t("Install {0}", name),
    source: "Chainside",
    program: "npm",
    words,
    cwd,
  });
  if (code === 0) app.languages.tell("chainside/compileForChanged");
}
