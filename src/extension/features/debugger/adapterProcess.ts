import * as vscode from "vscode";
import type { DebugAdapterProtocol } from "../../../debugger/adapter/messages";
import type { OrderWaiting, Program } from "../../../processes/program";
import { thrownText } from "../../../text/thrownText";
import { askChainFor, confirmReExecution } from "../../flows/debug/chainQuestions";
import { Cancelled } from "../../kit/errors/cancelled";
import { startProgram } from "../../kit/processes/serviceProcess";
import type { Chainside } from "../../state/chainside";
import { connectionNamed } from "./debuggedChain";

/** What the debug adapter asks of the editor, answered. */
export type AdapterAnswers = NonNullable<OrderWaiting<DebugAdapterProtocol, "session">["asked"]>;

/**
 * Answers what the debug adapter asks: requests over the connection that the configuration of its session names, and that alone, and
 * whether it may begin.
 */
export function adapterAnswers(app: Chainside, configuration: vscode.DebugConfiguration): AdapterAnswers {
  const { call, connection } = configuration as { call?: unknown; connection?: string };
  return {
    begin: (lines) =>
      confirmReExecution(
        call
          ? vscode.l10n.t("Execute the call on a copy of the chain's state to debug it?")
          : vscode.l10n.t("Re-execute the transaction to debug it?"),
        lines,
      ),
    chain: (question) => askChainFor(() => connectionNamed(app, String(connection)), question),
  };
}

type Message = DebugAdapterProtocol["orders"]["message"]["order"];

/** What the process of a debug adapter is started with. */
interface AdapterStart {
  readonly file: string;
  /** The folder it runs in. */
  readonly folder: string | undefined;
  /** What it finds in its environment beside what this process has. */
  readonly environment: Readonly<Record<string, string>>;
  readonly warn: (text: string) => void;
}

/** Starts the debug adapter of a session; tests have one of their own. */
export type OpenAdapter = (start: AdapterStart, answers: AdapterAnswers) => Promise<vscode.DebugAdapter>;

/** The debug adapter of one session, in a process of its own (`dist/debugAdapter.js`). */
export class AdapterProcess implements vscode.DebugAdapter {
  readonly #reported = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.#reported.event;
  readonly #program: Program<DebugAdapterProtocol>;

  constructor({ environment, ...start }: AdapterStart, asked: AdapterAnswers) {
    this.#program = startProgram({
      ...start,
      name: "debug adapter",
      environment: () => environment,
      ended: (how) => new Error(vscode.l10n.t("The debug adapter ended unexpectedly ({0}).", how)),
    });
    this.#program
      .order("session", undefined, { tells: (message) => this.#reported.fire(message), asked })
      .catch((error: unknown) => this.#broke(error));
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    // That it ended is told of the session.
    this.#program.order("message", message as Message).catch(() => undefined);
  }

  #broke(error: unknown): void {
    if (error instanceof Cancelled) return;
    const event = (name: string, body: object): void =>
      this.#reported.fire({ type: "event", seq: 0, event: name, body } as Message);
    event("output", { category: "important", output: `${thrownText(error)}\n` });
    event("terminated", {});
  }

  dispose(): void {
    this.#program.end(new Cancelled());
    this.#reported.dispose();
  }
}
