import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import { minuteMs } from "../../../time/units";
import { news, questions, type ServerStart } from "./serverStart";

/**
 * What reads a configuration file is a handful of small functions. The engine would compile them once by themselves and again inside each
 * of their callers, which takes longer than reading the first file does: with less of that its first diagnostics come in two thirds of the
 * processor time. Only at the start of a process: V8 11 ends one whose limit changes while it compiles beside what runs.
 */
const engineFlags = ["--max-inlined-bytecode-size=120"];
/** One that ends more often within a minute isn't begun again: the window says so, and the log why. */
const maxEnds = 20;

/** The server as a process, which the client starts, and starts again. */
export interface RunningServer {
  isRunning(): boolean;
  tell(name: string, news: unknown): Promise<void>;
  ask(name: string, asked: unknown, token: vscode.CancellationToken): Promise<unknown>;
  dispose(): Promise<void>;
}

/** A server that ended is begun again, with all documents; not one that can't live. */
function untilItCannot(): ErrorHandler {
  let ends: number[] = [];
  return {
    error: () => ({ action: ErrorAction.Continue }),
    closed: () => {
      const now = Date.now();
      ends = [...ends.filter((at) => now - at < minuteMs), now];
      return ends.length > maxEnds
        ? { action: CloseAction.DoNotRestart }
        : { action: CloseAction.Restart, handled: true };
    },
  };
}

/** Starts the server as a process of its own (IPC). This file pulls in the language client: load it late. */
export async function startServer(start: ServerStart): Promise<RunningServer> {
  const { module, opens, log, options, documents, answer, hear, tooltip, began } = start;
  const withTooltip = (lens: vscode.CodeLens): vscode.CodeLens => {
    const words = lens.command && tooltip(lens.command.command);
    if (lens.command && words) lens.command.tooltip = words;
    return lens;
  };
  const args = [`--opens=${opens}`];
  const client = new LanguageClient(
    "chainside.languages",
    "Chainside",
    {
      run: { module, args, transport: TransportKind.ipc, options: { execArgv: engineFlags } },
      debug: { module, args, transport: TransportKind.ipc, options: { execArgv: ["--nolazy", "--inspect=6011"] } },
    },
    {
      // The server says nothing of a nodes.json outside of a node's folder.
      documentSelector: [...documents] as never,
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: "chainside",
      initializationOptions: options,
      errorHandler: untilItCannot(),
      middleware: {
        provideCodeLenses: async (document, token, next) => (await next(document, token))?.map(withTooltip),
      },
    },
  );
  for (const name of questions) client.onRequest(name, (asked: unknown) => answer(name, asked));
  for (const name of news) client.onNotification(name, (reported: unknown) => hear(name, reported));
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) began();
  });
  await client.start();
  return {
    isRunning: () => client.isRunning(),
    tell: (name, reported) =>
      reported === undefined ? client.sendNotification(name) : client.sendNotification(name, reported),
    ask: (name, asked, token) => client.sendRequest(name, asked, token),
    dispose: () => client.dispose(),
  };
}
