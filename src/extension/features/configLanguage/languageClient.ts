import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";
import type { ChainNode } from "../../../languageServer/protocol/messages";
import { tellServer } from "../../kit/processes/serverChannel";
import { languageId } from "./switchLanguage";

/** What languageServer/main.ts tells the engine by itself outside of Electron. */
const engineFlags = ["--max-inlined-bytecode-size=120"];

/** The running connection to the language server. */
export interface ConfigLanguageClient {
  setKnownNodes(nodes: readonly ChainNode[]): void;
  dispose(): Promise<void>;
}

/** Starts the language server as a process of its own (IPC). This file pulls in the language client: load it late. */
export async function startLanguageClient(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<ConfigLanguageClient> {
  const module = context.asAbsolutePath("dist/languageServer.js");
  const commands = (await vscode.commands.getCommands(true)).filter((command) => command.startsWith("chainside."));
  const client = new LanguageClient(
    "chainside.config",
    "Chainside",
    {
      run: { module, transport: TransportKind.ipc, options: { execArgv: engineFlags } },
      debug: { module, transport: TransportKind.ipc, options: { execArgv: ["--nolazy", "--inspect=6011"] } },
    },
    {
      // The server says nothing of a nodes.json outside of a node's folder.
      documentSelector: [{ language: languageId }, { scheme: "file", pattern: "**/nodes.json" }],
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: "chainside",
      initializationOptions: { commands },
    },
  );
  let known: readonly ChainNode[] | undefined;
  const tellNodes = (): void => {
    if (!known || !client.isRunning()) return;
    void tellServer(client, "chainside/knownNodes", { nodes: known }).catch((error: unknown) =>
      log.error(String(error)),
    );
  };
  // A server that died is started again, and knows nothing.
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) tellNodes();
  });
  await client.start();
  return {
    setKnownNodes(nodes) {
      known = nodes;
      tellNodes();
    },
    dispose: () => client.dispose(),
  };
}
