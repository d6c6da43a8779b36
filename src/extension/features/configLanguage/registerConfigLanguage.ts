import * as vscode from "vscode";
import type { ChainNode, EditorCommands } from "../../../languageServer/protocol/messages";
import { detectFile } from "../../../nodeConfig/detectFile";
import { isNodeFolder } from "../../../nodeConfig/nodeFolder";
import { free, own, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { namedUri } from "../../kit/files/namedUri";
import { revealFolder } from "../../kit/files/showFile";
import { placeOfSettings, updateSetting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { groupTitle } from "../../state/connections/groupTitle";
import { readText } from "../../state/nodeFolders/nodeFolder";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

export const languageId = "fisco-ini";
/** Languages that a config.ini has at first. Any other was chosen. */
const generic = new Set(["ini", "properties", "plaintext"]);

async function isInNodeFolder({ uri }: vscode.TextDocument): Promise<boolean> {
  const folder = vscode.Uri.joinPath(uri, "..");
  return uri.scheme === "file" && isNodeFolder((name) => readText(vscode.Uri.joinPath(folder, name)));
}

/** Documents that were gone before they got their language: a preview of a refactoring opens and closes its files again and again. */
type Passing = Set<string>;

const isVisible = (document: vscode.TextDocument): boolean =>
  vscode.window.visibleTextEditors.some((editor) => editor.document === document);

/** A document that is gone meanwhile stays what it was, and is left alone until a user sees it in an editor. */
async function giveLanguage(document: vscode.TextDocument, passing: Passing): Promise<vscode.TextDocument> {
  const uri = document.uri.toString();
  if (passing.has(uri) && !isVisible(document)) return document;
  passing.delete(uri);
  try {
    return await vscode.languages.setTextDocumentLanguage(document, languageId);
  } catch {
    passing.add(uri);
    return document;
  }
}

/**
 * Gives a config.ini or config.genesis of a FISCO BCOS node the language `fisco-ini`, judged by its content or, while it is
 * nearly empty, by the files beside it. Gives the document as it is open afterwards; a foreign file comes back untouched.
 */
export async function switchLanguage(document: vscode.TextDocument, passing: Passing): Promise<vscode.TextDocument> {
  if (document.languageId === languageId || !generic.has(document.languageId)) return document;
  if (!/[\\/]config\.(?:ini|genesis)$/.test(document.uri.path)) return document;
  const head = document.getText(new vscode.Range(0, 0, 2000, 0));
  const nearlyEmpty = head.trim().length < 20;
  const own = detectFile(document.uri.path, head, nearlyEmpty && (await isInNodeFolder(document))) !== undefined;
  return own && !document.isClosed ? giveLanguage(document, passing) : document;
}

/** Whether the document is the nodes.json of a node: the files beside it tell. */
async function isPeerList(document: vscode.TextDocument): Promise<boolean> {
  return document.uri.path.endsWith("/nodes.json") && (await isInNodeFolder(document));
}

/**
 * Tells `report` the nodes of every connected group now, and again when connections or memberships change. Reads nothing as long
 * as this was not called: it begins with the language server.
 */
function watchChainNodes(app: Chainside, report: (nodes: readonly ChainNode[]) => void): vscode.Disposable {
  let latest = 0;
  async function refresh(): Promise<void> {
    const turn = ++latest;
    const groups = await Promise.all(
      app.connections.groups.map((group) =>
        chainNodesOf(group)
          .then((nodes) => nodes.map((node) => ({ ...node, group: groupTitle(group) })))
          .catch((error: unknown) => {
            app.errors.log(error);
            return [];
          }),
      ),
    );
    if (turn === latest) report(groups.flat());
  }
  const again = (): void => void refresh().catch(app.errors.log);
  again();
  return vscode.Disposable.from(
    app.connections.onDidChange(again),
    app.connections.onDidChangeGroup(({ change }) => {
      if (change === "nodes") again();
    }),
    { dispose: () => void latest++ },
  );
}

/** Shows the beginning of a line of the active editor, wherever the cursor stands: behind an ID of 512 digits nothing else is on screen. */
export function revealLineStart(line: unknown): void {
  const editor = vscode.window.activeTextEditor;
  if (!editor || typeof line !== "number" || !Number.isSafeInteger(line)) return;
  if (line < 0 || line >= editor.document.lineCount) return;
  // Of two lines VS Code always shows the beginning; of one it scrolls sideways no further than it must.
  const first = line + 1 < editor.document.lineCount ? line : Math.max(0, line - 1);
  editor.revealRange(new vscode.Range(first, 0, first + 1, 0));
}

/** Shows the folder that a link of the configuration names. */
async function revealNamedFolder(target: Target): Promise<void> {
  const uri = target.kind === "text" ? namedUri(target.text) : undefined;
  if (uri) await revealFolder(uri);
}

const lengths = ["auto", "128", "512"] as const;

/**
 * Sets how many digits an entry of the access lists has, for this workspace. Takes 128 or 512 (the quick fix of the
 * language server names it) or asks. @throws Cancelled
 */
async function setIdentityLength(length?: unknown): Promise<void> {
  const title = vscode.l10n.t("Node ID length in the access lists");
  const given = lengths.find((one) => one === String(length));
  const choices = lengths.map((label) => ({ label, value: label }));
  const wanted = given ?? (await askChoice(choices, { title }));
  await updateSetting("accessList.identityLength", wanted, placeOfSettings(false));
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.setIdentityLength": EditorCommands["chainside.setIdentityLength"];
    "chainside.revealLineStart": EditorCommands["chainside.revealLineStart"];
    "chainside.revealConfigFolder": EditorCommands["chainside.revealConfigFolder"];
    "chainside.reloadNode": EditorCommands["chainside.reloadNode"];
  }
}

/**
 * The language of config.ini and config.genesis: gives FISCO BCOS's own files the language `fisco-ini` (a foreign
 * config.ini stays alone) and starts the language server when the first such document is open, not before.
 */
export function registerConfigLanguage(app: Chainside): vscode.Disposable {
  let disposed = false;
  const passing = new Set<string>();
  const started: vscode.Disposable[] = [];
  app.languages.add("config", {
    selector: () => [{ language: languageId }, { scheme: "file", pattern: "**/nodes.json" }],
  });

  function start(): void {
    app.languages.start("config");
    if (started.length === 0)
      started.push(watchChainNodes(app, (nodes) => app.languages.keep("chainside/knownNodes", { nodes })));
  }

  async function onOpen(document: vscode.TextDocument): Promise<void> {
    const shown = await switchLanguage(document, passing);
    const wanted = shown.languageId === languageId || (await isPeerList(shown));
    if (wanted && !disposed) start();
  }

  const handle = (document: vscode.TextDocument): void => void onOpen(document).catch(app.errors.log);
  const registrations = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(handle),
    vscode.workspace.onDidSaveTextDocument(handle),
    // One that passed by unseen before is shown now.
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const { document } of editors) handle(document);
    }),
    registerTargetCommands(app, {
      "chainside.setIdentityLength": own(setIdentityLength),
      "chainside.revealLineStart": own(revealLineStart),
      "chainside.revealConfigFolder": free((target) => revealNamedFolder(target)),
      "chainside.reloadNode": free(async (target) => {
        const { reloadNode } = await import("../../flows/nodes/reloadNode");
        // A code lens gives the path of the folder.
        await reloadNode(
          app.nodeFolders,
          target.kind === "nodeFolder" ? target.folder.uri : target.kind === "text" ? namedUri(target.text) : undefined,
        );
      }),
    }),
  );
  for (const document of vscode.workspace.textDocuments) handle(document);
  return {
    dispose() {
      disposed = true;
      vscode.Disposable.from(registrations, ...started).dispose();
    },
  };
}
