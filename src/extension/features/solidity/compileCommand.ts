import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { isOurCode } from "../../../errors/errorMessage";
import type { CheckedFile } from "../../../solidity/language/questions";
import { sourceInFront } from "../../flows/target/askSource";
import { buildOf, type ProjectBuild, runBuild } from "../../flows/target/staleArtifact";
import type { Target } from "../../kit/commands/target";
import { foreignFolders } from "../../kit/files/foreignFolders";
import { exists } from "../../kit/files/readFile";
import { onButton, showError, showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { withCompileProgress } from "../../state/solidity/compileProgress";
import { saveSources } from "../../state/solidity/solidity";

const maxFiles = 5000;

const showProblems = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.actions.view.problems");

/** Why nothing could be compiled, where that is no fault of the source: the compiler cannot be had. */
function ownError({ diagnostics }: CheckedFile): Error | undefined {
  const found = diagnostics.find(({ type, code }) => type === "Chainside" && code?.startsWith("compiler"));
  return found?.code !== undefined && isOurCode(found.code) ? clientError(found.code, found.details ?? {}) : undefined;
}

function tell(app: Chainside, files: readonly CheckedFile[], suite: string): void {
  const wrong = files.filter(({ isRight }) => !isRight);
  const error = wrong.map(ownError).find((each) => each !== undefined);
  if (error) {
    void app.errors.show(error);
    return;
  }
  const contracts = files.flatMap((each) => each.contracts).filter(({ code }) => code !== "").length;
  const show = vscode.l10n.t("Show Problems");
  const [only] = wrong;
  if (only) {
    const text =
      wrong.length === 1
        ? vscode.l10n.t("{0} doesn't compile.", only.sourceName)
        : vscode.l10n.t("{0} of {1} files don't compile.", wrong.length, files.length);
    onButton(showError(text, show), show, showProblems, app.errors.show);
    return;
  }
  const [first] = files;
  const version = first?.choice?.version ?? "";
  const text =
    suite === "sm"
      ? vscode.l10n.t(
          "Compiled with Solidity {0} for SM: files {1}, contracts with code {2}.",
          version,
          files.length,
          contracts,
        )
      : vscode.l10n.t(
          "Compiled with Solidity {0}: files {1}, contracts with code {2}.",
          version,
          files.length,
          contracts,
        );
  const warnings = files.some(({ diagnostics }) => diagnostics.length > 0);
  if (warnings) onButton(showInformation(text, show), show, showProblems, app.errors.show);
  else void showInformation(text);
}

async function compile(app: Chainside, files: readonly vscode.Uri[], title: string): Promise<void> {
  const target = await app.solidity.target();
  const checked = await withCompileProgress(title, (waiting) =>
    app.solidity.check(files, { code: true, mayFetch: true, target }, waiting),
  );
  tell(app, checked, target.suite);
}

/** Whether the project's own tool can be run: a package of the folder, or a program that the shell finds. */
async function isInstalled({ folder, program, args }: ProjectBuild): Promise<boolean> {
  if (program === "npx") return exists(vscode.Uri.file(join(folder, "node_modules/.bin", args[0] ?? "")));
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((path) => path !== "");
  const names = process.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  const found = await Promise.all(
    folders.flatMap((path) => names.map((name) => exists(vscode.Uri.file(join(path, name))))),
  );
  return found.includes(true);
}

/** Compiles one file: the one that the command was run on, else the one in the editor. */
export async function compileFile(app: Chainside, target: Target): Promise<void> {
  const uri = sourceInFront(target)?.with({ fragment: "" });
  if (!uri) {
    await compileWorkspace(app);
    return;
  }
  await saveSources();
  await compile(app, [uri], vscode.l10n.t("Compiling {0}", vscode.workspace.asRelativePath(uri)));
}

/** Compiles every source of the workspace: by the project's own build where it is installed, else with its settings. */
export async function compileWorkspace(app: Chainside): Promise<void> {
  await saveSources();
  const files = await vscode.workspace.findFiles("**/*.sol", foreignFolders.glob, maxFiles);
  const [first] = files;
  if (!first) {
    void showWarning(vscode.l10n.t("No Solidity file found in this workspace."));
    return;
  }
  const build = vscode.workspace.isTrusted ? await buildOf(first.fsPath) : undefined;
  if (build && (await isInstalled(build))) {
    if (!(await runBuild(build))) {
      void showError(vscode.l10n.t("Compilation failed. See the task's terminal for the reason."));
      return;
    }
  }
  await compile(app, files, vscode.l10n.t("Compiling the workspace"));
}
