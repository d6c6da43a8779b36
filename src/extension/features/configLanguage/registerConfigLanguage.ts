import * as vscode from "vscode";
import type { EditorCommands } from "../../../languageServer/protocol/messages";
import { free, own, registerTargetCommands } from "../../flows/target/chainCommands";
import { namedUri } from "../../kit/files/namedUri";
import type { Chainside } from "../../state/chainside";
import { setIdentityLength } from "./identityLength";
import { revealLineStart, revealNamedFolder } from "./reveal";
import { isPeerList, languageId, switchLanguage } from "./switchLanguage";
import { watchChainNodes } from "./watchChainNodes";

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
    app.languages.start();
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
