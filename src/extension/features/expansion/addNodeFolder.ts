import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { flag } from "../../../nodeConfig/analysis/conditionalKeys";
import { withFreePorts } from "../../../nodeConfig/expansion/expansionSteps";
import { mayRunScripts, runScript } from "../../flows/nodes/runNodeScript";
import { askChoice, askText } from "../../kit/asking/ask";
import { exists } from "../../kit/files/readFile";
import { showError } from "../../kit/messages/notify";
import { type NodeFolder, readText } from "../../state/nodeFolders/nodeFolder";

/** The node program that the nodes of a host share, beside their folders (docs/protocol/node-folders.md, "Building"). */
async function programBeside(folder: vscode.Uri): Promise<string | undefined> {
  const program = vscode.Uri.joinPath(folder, "..", process.platform === "win32" ? "fisco-bcos.exe" : "fisco-bcos");
  const found = await vscode.workspace.fs.stat(program).then(
    ({ type }) => (type & vscode.FileType.File) !== 0,
    () => false,
  );
  return found ? program.fsPath : undefined;
}

interface Expansion {
  readonly script: string;
  /** Folder of config.ini, config.genesis and nodes.json, which the script copies as they are. */
  readonly config: string;
  readonly authority: string;
  readonly output: string;
  /** Without it the script downloads one. */
  readonly program: string | undefined;
  readonly sm: boolean;
}

/** The words with which build_chain.sh makes one more node. */
export function expandCommand({ script, config, authority, output, program, sm }: Expansion): string[] {
  return [
    ...[script, "-C", "expand", "-c", config, "-d", authority, "-o", output],
    ...(program === undefined ? [] : ["-e", program]),
    ...(sm ? ["-s"] : []),
  ];
}

async function askFile(title: string, folders: boolean): Promise<vscode.Uri | undefined> {
  const options = { title, canSelectFiles: !folders, canSelectFolders: folders, canSelectMany: false };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

/**
 * The folder of the new node: one that is there already, or one that build_chain.sh makes now from the files of an existing
 * node, run as a task. Gives its URI, or undefined when nothing came of it. @throws Cancelled
 */
export async function addNodeFolder(existing: readonly NodeFolder[], storage: vscode.Uri): Promise<string | undefined> {
  const title = vscode.l10n.t("Add Node: Folder");
  const choice = await askChoice<NodeFolder | "make">(
    [
      { label: `$(terminal) ${vscode.l10n.t("Create it with build_chain.sh…")}`, alwaysShow: true, value: "make" },
      ...existing.map((folder) => ({ label: `$(vm) ${folder.name}`, description: folder.place, value: folder })),
    ],
    { title, placeHolder: vscode.l10n.t("Select the folder of the new node") },
  );
  if (choice !== "make") return choice.uri.toString();
  const template = existing.at(-1);
  if (!template || !(await mayRunScripts())) return undefined;
  const script = await askFile(vscode.l10n.t("Select build_chain.sh"), false);
  const authority = script && (await askFile(vscode.l10n.t("Folder of the chain's CA (nodes/ca)"), true));
  if (!script || !authority) return undefined;
  const folderOf = (name: string): vscode.Uri => vscode.Uri.joinPath(template.uri, "..", name);
  const name = await askText({
    title,
    prompt: vscode.l10n.t("Enter a name for the new folder next to {0}", template.place),
    value: `node${existing.length}`,
    validate: async (text) => {
      if (!/^[\w.-]+$/.test(text)) return vscode.l10n.t("Use only letters, digits, periods, hyphens, and underscores.");
      return (await exists(folderOf(text)))
        ? vscode.l10n.t("The folder already exists, but build_chain.sh only creates new ones.")
        : undefined;
    },
  });
  const target = folderOf(name);
  const prepared = vscode.Uri.joinPath(storage, "expansion");
  const host = (folder: NodeFolder): string => vscode.Uri.joinPath(folder.uri, "..").toString();
  const beside = existing.filter((folder) => host(folder) === host(template));
  for (const file of ["config.ini", "config.genesis", "nodes.json"]) {
    const contents =
      file === "config.ini"
        ? withFreePorts(template, beside)
        : ((await readText(vscode.Uri.joinPath(template.uri, file))) ?? "");
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(prepared, file), new TextEncoder().encode(contents));
  }
  const sm = flag(template.document, "p2p", "sm_ssl");
  const words = expandCommand({
    script: script.fsPath,
    config: prepared.fsPath,
    authority: authority.fsPath,
    output: target.fsPath,
    program: await programBeside(template.uri),
    sm,
  });
  const exitCode = await runScript(basename(target.path), words);
  // The script ends well even when it only printed its help.
  if (exitCode === 0 && (await exists(vscode.Uri.joinPath(target, "config.ini")))) return target.toString();
  void showError(vscode.l10n.t("build_chain.sh created no node in {0}. See the terminal for the reason.", name));
  return undefined;
}
