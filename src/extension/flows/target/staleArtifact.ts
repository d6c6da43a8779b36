import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { namedPath } from "../../../files/namedPath";
import { askChoice } from "../../kit/asking/ask";
import { runTask } from "../../kit/asking/runTask";
import { Cancelled } from "../../kit/errors/cancelled";
import { installedFolders } from "../../kit/files/foreignFolders";
import { showError } from "../../kit/messages/notify";
import type { LoadedArtifact } from "../../state/contracts/artifacts";

/** Files that were copied together are no change. */
const togetherMs = 2000;
/** Folders above a compiled contract in which its project is looked for. */
const maxFolders = 6;

const changedAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? found.mtimeMs : undefined),
    () => undefined,
  );

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); folders.length < maxFolders && at !== dirname(at); at = dirname(at)) folders.push(at);
  return folders;
}

/** Where the source may lie below a folder: as the compiler names it, or by the folder that Foundry names after it. */
function namesOfSource({ artifact, uri }: LoadedArtifact): string[] {
  const folder = basename(dirname(uri.fsPath));
  const file = folder.endsWith(".sol") ? folder : `${artifact.name}.sol`;
  return [...(artifact.source === undefined ? [] : [artifact.source]), join("src", file), join("contracts", file)];
}

/** The file that a compiled contract comes from, with its time; undefined where it is unknown. */
export async function sourceOf(loaded: LoadedArtifact): Promise<{ path: string; at: number } | undefined> {
  if (loaded.uri.scheme !== "file") return undefined;
  for (const folder of foldersAbove(loaded.uri.fsPath))
    for (const name of namesOfSource(loaded)) {
      const path = namedPath(name.replace(/^[\\/]+/, ""), folder);
      const at = path && (await changedAt(path));
      if (path !== undefined && at !== undefined) return { path, at };
    }
  return undefined;
}

/**
 * The source that was changed after the contract was compiled; undefined where it was not, or where the source isn't known.
 * @returns its path
 */
export async function changedSource(loaded: LoadedArtifact): Promise<string | undefined> {
  const compiledAt = await changedAt(loaded.uri.fsPath);
  const source = await sourceOf(loaded);
  return source && compiledAt !== undefined && source.at > compiledAt + togetherMs ? source.path : undefined;
}

/**
 * Whether code is as new as the source that it comes from and every other source of its folder's project.
 * @param source path of the file that declares the contract
 */
export async function isFresh(loaded: LoadedArtifact, source: string): Promise<boolean> {
  if (loaded.uri.scheme !== "file") return false;
  const compiledAt = await changedAt(loaded.uri.fsPath);
  const own = await changedAt(source);
  if (compiledAt === undefined || own === undefined || own > compiledAt + togetherMs) return false;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(source));
  if (!folder) return true;
  const pattern = new vscode.RelativePattern(folder, "**/*.sol");
  const others = await vscode.workspace.findFiles(pattern, installedFolders.glob, 20_000);
  const times = await Promise.all(others.map(({ fsPath }) => changedAt(fsPath)));
  return times.every((at) => at === undefined || at <= compiledAt + togetherMs);
}

/** How a project compiles: the folder, and the program with its arguments. */
export interface ProjectBuild {
  readonly folder: string;
  readonly program: string;
  readonly args: string[];
}

/** How the project of a file compiles. */
export async function buildOf(path: string): Promise<ProjectBuild | undefined> {
  for (const folder of foldersAbove(path)) {
    const files = await readdir(folder).catch((): string[] => []);
    if (files.some((file) => /^hardhat\.config\.[cm]?[jt]s$/.test(file)))
      return { folder, program: "npx", args: ["hardhat", "compile"] };
    if (files.includes("foundry.toml")) return { folder, program: "forge", args: ["build"] };
    if (files.some((file) => /^truffle(?:-config)?\.c?js$/.test(file)))
      return { folder, program: "npx", args: ["truffle", "compile"] };
  }
  return undefined;
}

/** Runs the project's own build as a task that the user sees. Gives whether it succeeded. */
export async function runBuild({ folder, program, args }: ProjectBuild): Promise<boolean> {
  const title = [program, ...args].join(" ");
  return (await runTask({ title, source: "Chainside", program, words: args, cwd: folder })) === 0;
}

/**
 * Asks what to do with code that is older than its source.
 * @param ours compiles the changed source by itself, where the project has no build
 * @returns the contract compiled anew, or `built` where its file has to be read again; undefined to take what there is
 * @throws Cancelled, also when compiling fails: nothing old is deployed by that.
 */
export async function askAboutStale(
  loaded: LoadedArtifact,
  title: string,
  ours?: (source: string) => Promise<LoadedArtifact>,
): Promise<LoadedArtifact | "built" | undefined> {
  const source = await changedSource(loaded);
  if (source === undefined) return undefined;
  const build = vscode.workspace.isTrusted ? await buildOf(loaded.uri.fsPath) : undefined;
  const answer = await askChoice(
    [
      ...(build || ours
        ? [
            {
              label: `$(tools) ${vscode.l10n.t("Compile First")}`,
              description: build ? [build.program, ...build.args].join(" ") : "Chainside",
              value: "compile" as const,
            },
          ]
        : []),
      { label: `$(close) ${vscode.l10n.t("Cancel")}`, value: "cancel" as const },
      { label: `$(history) ${vscode.l10n.t("Deploy Old Code")}`, value: "old" as const },
    ],
    {
      title,
      placeHolder: vscode.l10n.t(
        "{0} changed after it was compiled. The old code would be deployed.",
        vscode.workspace.asRelativePath(source),
      ),
    },
  );
  if (answer === "cancel") throw new Cancelled();
  if (answer === "old") return undefined;
  if (!build) return ours?.(source);
  if (await runBuild(build)) return "built";
  void showError(
    vscode.l10n.t("Compilation failed, and nothing was deployed. See the task's terminal for the reason."),
  );
  throw new Cancelled();
}
