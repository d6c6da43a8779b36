import * as vscode from "vscode";
import { setIdentityLength } from "./identityLength";
import type { KnownNode } from "./knownNode";
import type { ConfigLanguageClient } from "./languageClient";
import { revealFolder } from "./revealFolder";
import { languageId, switchLanguage } from "./switchLanguage";

/** What other features may ask of the configuration language. */
export interface ConfigLanguage extends vscode.Disposable {
  /** Tells the language server which nodes a connected chain has, so that it can name and complete their IDs. */
  setKnownNodes(nodes: readonly KnownNode[]): void;
}

/**
 * The language of config.ini and config.genesis: gives FISCO BCOS's own files the language `fisco-ini` (a foreign
 * config.ini stays alone) and starts the language server when the first such document is open, not before.
 */
export function registerConfigLanguage(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): ConfigLanguage {
  let client: Promise<ConfigLanguageClient | undefined> | undefined;
  let knownNodes: readonly KnownNode[] = [];
  let disposed = false;
  const report = (error: unknown): void => log.error(error instanceof Error ? error : String(error));

  async function start(): Promise<ConfigLanguageClient | undefined> {
    try {
      const { startLanguageClient } = await import("./languageClient");
      const started = await startLanguageClient(context, log);
      if (disposed) {
        await started.dispose();
        return undefined;
      }
      started.setKnownNodes(knownNodes);
      return started;
    } catch (error) {
      report(error);
      void vscode.window.showErrorMessage(
        vscode.l10n.t("The language server for config.ini did not start. The log of Chainside has the reason."),
      );
      return undefined;
    }
  }

  async function onOpen(document: vscode.TextDocument): Promise<void> {
    const shown = await switchLanguage(document);
    if (shown.languageId === languageId && !disposed) client ??= start();
  }

  const handle = (document: vscode.TextDocument): void => void onOpen(document).catch(report);
  const registrations = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(handle),
    vscode.workspace.onDidSaveTextDocument(handle),
    vscode.commands.registerCommand("chainside.setIdentityLength", setIdentityLength),
    vscode.commands.registerCommand("chainside.revealConfigFolder", revealFolder),
  );
  for (const document of vscode.workspace.textDocuments) handle(document);
  return {
    setKnownNodes(nodes) {
      knownNodes = nodes;
      void client?.then((running) => running?.setKnownNodes(nodes)).catch(report);
    },
    dispose() {
      disposed = true;
      registrations.dispose();
      void client?.then((running) => running?.dispose()).catch(report);
    },
  };
}
