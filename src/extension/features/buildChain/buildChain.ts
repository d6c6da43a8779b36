import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import { buildChainArguments, type ChainPlan, chainPorts, parsePorts } from "../../../nodeConfig/buildChain";
import { answersLocally } from "../../../processes/nodes/nodeState";
import { minuteMs } from "../../../time/units";
import { waitUntil } from "../../../time/waitUntil";
import { mayRunScripts, runScript, shownLine } from "../../flows/nodes/runNodeScript";
import { askAddress } from "../../flows/target/askAddress";
import { askChoice, askInteger, askText, type Choice } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import { installedFolders } from "../../kit/files/foreignFolders";
import { exists } from "../../kit/files/readFile";
import { typedUri } from "../../kit/files/typedUri";
import { meantFolder } from "../../kit/files/workspaceFolder";
import { copyText, onButton, showError, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

/** More nodes than a developer's machine carries: a slip of the finger. */
const maxNodes = 64;

function find(name: string): Thenable<vscode.Uri[]> {
  return vscode.workspace.findFiles(`**/${name}`, installedFolders.glob, 20);
}

/** The script: the only one of the workspace, or one that is chosen. */
async function askScript(title: string): Promise<vscode.Uri | undefined> {
  const found = await find("build_chain.sh");
  const [only] = found;
  if (only && found.length === 1) return only;
  const choices = found.map(
    (uri): Choice<vscode.Uri | "other"> => ({
      label: `$(terminal) ${vscode.workspace.asRelativePath(uri)}`,
      value: uri,
    }),
  );
  const other: Choice<"other"> = {
    label: `$(folder-opened) ${vscode.l10n.t("Another file…")}`,
    alwaysShow: true,
    value: "other",
  };
  const placeHolder = vscode.l10n.t("Select build_chain.sh");
  const chosen = found.length === 0 ? "other" : await askChoice([...choices, other], { title, placeHolder });
  if (chosen !== "other") return chosen;
  const options = { title: vscode.l10n.t("Select build_chain.sh"), canSelectMany: false };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

function askNodes(title: string): Promise<number> {
  const prompt = vscode.l10n.t("Enter the number of nodes. Four nodes tolerate one faulty node.");
  return askInteger({ title, prompt, value: "4" }, { from: 1, to: maxNodes });
}

async function askPorts(title: string, nodes: number): Promise<{ p2pPort: number; rpcPort: number }> {
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("First P2P port and first JSON-RPC port. Each further node uses the next port."),
    value: "30300,20200",
    validate: async (text) => {
      const ports = parsePorts(text, nodes);
      if (!ports)
        return vscode.l10n.t(
          "Enter two ports such as 30300,20200. Every node's ports must be from 1025 to 65535 and different.",
        );
      const wanted = chainPorts({ nodes, ...ports });
      const taken = (await Promise.all(wanted.map((port) => answersLocally(port)))).indexOf(true);
      const port = taken < 0 ? undefined : wanted[taken];
      return port === undefined ? undefined : vscode.l10n.t("Port {0} is in use on this machine.", String(port));
    },
  });
  return parsePorts(typed, nodes) ?? { p2pPort: 30300, rpcPort: 20200 };
}

async function askAdmin(app: Chainside, title: string, sm: boolean): Promise<string | undefined> {
  const placeHolder = vscode.l10n.t(
    "Permissions: select whether a committee decides who can deploy and change settings",
  );
  const on = await askChoice(
    [
      { label: vscode.l10n.t("Off: everyone can deploy"), value: false },
      { label: vscode.l10n.t("On: select the first governor…"), value: true },
    ],
    { title, placeHolder },
  );
  if (!on) return undefined;
  const group = { session: { suite: { name: sm ? "sm" : "standard" } } } as const;
  return askAddress(app, group, { title, placeHolder: vscode.l10n.t("First governor") });
}

/** Where the chain goes, absolute. */
async function askOutput(title: string): Promise<vscode.Uri> {
  const root = meantFolder()?.uri;
  const uriOf = (text: string): vscode.Uri | undefined =>
    root ? typedUri(text, root) : isAbsolute(text) ? vscode.Uri.file(text) : undefined;
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("New folder for the chain, below the workspace"),
    value: "nodes",
    validate: async (text) => {
      const uri = text.trim() === "" ? undefined : uriOf(text.trim());
      if (!uri) return vscode.l10n.t("Enter a folder name.");
      return (await exists(uri))
        ? vscode.l10n.t("The folder already exists, but build_chain.sh only creates new ones.")
        : undefined;
    },
  });
  return uriOf(typed.trim()) ?? vscode.Uri.file(typed.trim());
}

/** The node program, when the workspace has one and the user wants that. */
async function askBinary(title: string): Promise<string | undefined> {
  const found = await find("fisco-bcos");
  if (found.length === 0) return undefined;
  return askChoice<string | undefined>(
    [
      ...found.map((uri) => ({ label: `$(file-binary) ${vscode.workspace.asRelativePath(uri)}`, value: uri.fsPath })),
      { label: `$(cloud-download) ${vscode.l10n.t("Let the script download the node")}`, value: undefined },
    ],
    { title, placeHolder: vscode.l10n.t("Select the node program") },
  );
}

async function made(output: vscode.Uri): Promise<boolean> {
  const config = vscode.Uri.joinPath(output, "127.0.0.1/node0/config.ini");
  return exists(config);
}

/** A node may open its port long after the script that started it has ended. */
const timeout = { limitMs: 2 * minuteMs, stepMs: 1000 };

/** Whether all nodes below the folder run; undefined while one doesn't. */
async function allAreThere({ nodeFolders }: Chainside, output: vscode.Uri): Promise<true | undefined> {
  const made = (await nodeFolders.list()).filter(({ uri }) => uri.path.startsWith(`${output.path}/`));
  const running = await Promise.all(made.map((folder) => nodeFolders.isRunning(folder)));
  return running.every((runs) => runs !== false) || undefined;
}

/** Says how it went, and offers to start what was made. */
async function report(app: Chainside, output: vscode.Uri, nodes: number, exitCode: number | undefined): Promise<void> {
  const place = vscode.workspace.asRelativePath(output);
  // The script ends well even when it only printed its help.
  if (exitCode !== 0 || !(await made(output))) {
    void showError(vscode.l10n.t("build_chain.sh created no chain in {0}. See the terminal for the reason.", place));
    return;
  }
  const start = vscode.l10n.t("Start All");
  const message = vscode.l10n.t("Created a chain of {0} nodes in {1}.", nodes, place);
  const startAll = async (): Promise<void> => {
    await runScript("start_all.sh", ["start_all.sh"], vscode.Uri.joinPath(output, "127.0.0.1").fsPath);
    await runCommand("chainside.refreshNodes");
    await waitUntil(() => allAreThere(app, output), timeout);
    await runCommand("chainside.refreshNodes");
  };
  onButton(showInformation(message, start), start, startAll, app.errors.show);
}

/**
 * Makes a chain with an existing build_chain.sh: asks what a person would have to look up, shows the command line, and runs it as a
 * task once it was agreed to (docs/protocol/node-folders.md, "Building"). Nothing runs in an untrusted workspace. @throws Cancelled
 */
export async function buildChain(app: Chainside): Promise<void> {
  if (!(await mayRunScripts())) return;
  const title = vscode.l10n.t("Build a Chain");
  const script = await askScript(title);
  if (!script) return;
  const nodes = await askNodes(title);
  const ports = await askPorts(title, nodes);
  const sm = await askChoice(
    [
      { label: vscode.l10n.t("Standard: secp256k1, Keccak-256, TLS with RSA"), value: false },
      { label: vscode.l10n.t("SM: SM2, SM3, SM4, SM TLS"), value: true },
    ],
    { title, placeHolder: vscode.l10n.t("Select the crypto suite") },
  );
  const admin = await askAdmin(app, title, sm);
  const output = await askOutput(title);
  const binary = await askBinary(title);
  const plan: ChainPlan = {
    nodes,
    ...ports,
    sm,
    output: output.fsPath,
    ...(admin === undefined ? {} : { admin }),
    ...(binary === undefined ? {} : { binary }),
  };
  const words = [script.fsPath, ...buildChainArguments(plan)];
  const run = vscode.l10n.t("Run");
  const copy = vscode.l10n.t("Copy");
  const detail = shownLine(["bash", ...words]);
  const question = vscode.l10n.t("Run this command line?");
  const chosen = await showInformation(question, { modal: true, detail }, run, copy);
  if (chosen === copy) await copyText(detail);
  if (chosen !== run) return;
  const exitCode = await runScript("build_chain.sh", words, vscode.Uri.joinPath(script, "..").fsPath);
  await runCommand("chainside.refreshNodes");
  await report(app, output, nodes, exitCode);
}
