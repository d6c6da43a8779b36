import * as vscode from "vscode";
import type { DebugAdapterProtocol } from "../../../debugger/adapter/messages";
import type { Program } from "../../../processes/program";
import { thrownText } from "../../../text/thrownText";
import { Cancelled } from "../../kit/errors/cancelled";
import { startProgram } from "../../kit/processes/serviceProcess";
import type { AdapterAnswers } from "./adapterAnswers";

type Message = DebugAdapterProtocol["orders"]["message"]["order"];

/** What the process of a debug adapter is started with. */
export interface AdapterStart {
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
