import { stat } from "node:fs/promises";
import { win32 } from "node:path";
import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { shellLine } from "../../../text/shellLine";
import { runTask } from "../../kit/asking/runTask";
import { showWarning } from "../../kit/messages/notify";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The machine as far as it matters here; tests bring others. */
interface HostSystem {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isFile: (path: string) => Promise<boolean>;
}

const thisSystem: HostSystem = { platform: process.platform, environment: process.env, isFile };

/** The value of a variable whose name Windows writes as it likes: `Path`, `PATH`. */
function variable({ environment }: HostSystem, name: string): string {
  const found = Object.keys(environment).find((each) => each.toLowerCase() === name.toLowerCase());
  return (found === undefined ? undefined : environment[found]) ?? "";
}

/**
 * The program that runs scripts of node folders. On Windows that is the `bash.exe` of Git for Windows, which its installer leaves off
 * the PATH, or whichever the PATH has; undefined where there is none.
 */
export async function bashProgram(player: HostSystem = thisSystem): Promise<string | undefined> {
  if (player.platform !== "win32") return "bash";
  const git = ["ProgramFiles", "ProgramW6432", "LocalAppData"].flatMap((name) => {
    const folder = variable(player, name);
    if (folder === "") return [];
    const programs = name === "LocalAppData" ? win32.join(folder, "Programs") : folder;
    return [win32.join(programs, "Git", "bin", "bash.exe")];
  });
  const onPath = variable(player, "Path")
    .split(";")
    .map((folder) => folder.trim().replaceAll('"', ""))
    .filter((folder) => win32.isAbsolute(folder) && !folder.startsWith("\\\\") && !folder.startsWith("//"))
    .map((folder) => win32.join(folder, "bash.exe"));
  for (const path of [...git, ...onPath]) if (await player.isFile(path)) return path;
  return undefined;
}

/** Whether scripts of this workspace may run; says so and offers the way when not. */
export async function mayRun(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t("Manage Workspace Trust");
  const picked = await showWarning(vscode.l10n.t("This workspace isn't trusted, so nothing is run in it."), manage);
  if (picked) await vscode.commands.executeCommand("workbench.trust.manage");
  return false;
}

/** The same for scripts of bash: on Windows without one, says what would run them. */
export async function mayRunScripts(program = bashProgram): Promise<boolean> {
  if (!(await mayRun())) return false;
  if ((await program()) !== undefined) return true;
  void showWarning(
    vscode.l10n.t(
      "Scripts of node folders require bash. Install Git for Windows, or open the folder in WSL or on the machine where the nodes run.",
    ),
  );
  return false;
}

/**
 * A command line as a person is shown it who is asked whether it may run: as they would type it.
 * @throws ChainError usage `noCommandLine`: what can't be shown can't be agreed to
 */
export function shownLine(words: readonly string[]): string {
  const line = shellLine(words, "bash");
  if (line === undefined) throw clientError("noCommandLine");
  return line;
}

/** Runs a shell script as a task, so that its output is seen. Gives its exit code when it has ended. */
export async function runScript(title: string, words: readonly string[], cwd?: string): Promise<number | undefined> {
  const program = (await bashProgram()) ?? "bash";
  return runTask({ title, source: "FISCO BCOS", program, words, ...(cwd === undefined ? {} : { cwd }) });
}

/** Runs one of the folder's own scripts; ends when the script does. */
export function runNodeScript(folder: Pick<NodeFolder, "name" | "uri">, script: string): Promise<number | undefined> {
  return runScript(`${folder.name}: ${script}`, [script], folder.uri.fsPath);
}
