import { type ChildProcess, fork } from "node:child_process";
import { clientError } from "../../../chain/errors/clientError";
import type { Inspected, InspectionOrder, InspectionReply, NumberedOrder } from "../../../debugger/inspect/messages";
import { Cancelled } from "../../kit/asking/cancelled";
import { isOurCode } from "../solidity/compileService";

/** Reads storage by names, and tells of transactions what they changed and what their lines took. */
export interface Inspector {
  /** @throws Cancelled; ChainError; Error with words for people. */
  inspect<Order extends InspectionOrder>(order: Order, signal?: AbortSignal): Promise<Inspected[Order["kind"]]>;
  dispose(): void;
}

/** Its compilers keep what they compiled for the next question; then their memory is given back. */
const idleMs = 5 * 60_000;

interface Pending {
  resolve(result: Inspected[keyof Inspected]): void;
  reject(error: unknown): void;
}

/** The inspector as a process (`dist/inspector.js`): started by the first question, ended when it was idle for a while. */
export class InspectorProcess implements Inspector {
  #child: ChildProcess | undefined;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly program: string,
    /** What the process finds in its environment beside what this one has. */
    private readonly environment: () => Readonly<Record<string, string>>,
    private readonly warn: (text: string) => void,
  ) {}

  inspect<Order extends InspectionOrder>(order: Order, signal?: AbortSignal): Promise<Inspected[Order["kind"]]> {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const child = this.#start();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        end();
        reject(new Cancelled());
        // what nobody waits for isn't worked out
        if (this.#pending.size === 0) this.dispose();
      };
      const end = (): void => {
        signal?.removeEventListener("abort", cancel);
        this.#pending.delete(id);
        this.#restIfIdle();
      };
      this.#pending.set(id, {
        resolve: (result) => {
          end();
          resolve(result as Inspected[Order["kind"]]);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      signal?.addEventListener("abort", cancel, { once: true });
      child.send({ id, order } satisfies NumberedOrder);
    });
  }

  #start(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child?.connected) return this.#child;
    const child = fork(this.program, [], {
      // In desktop VS Code the extension host's own program is Electron: this makes it plain Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", ...this.environment() },
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child = child;
    child.stderr?.on("data", (data: Buffer) => this.warn(`inspector: ${data.toString().trimEnd()}`));
    child.on("message", (reply: InspectionReply) => this.#take(reply));
    child.once("error", () => this.#ended(child));
    child.once("exit", () => this.#ended(child));
    return child;
  }

  #take(reply: InspectionReply): void {
    const pending = this.#pending.get(reply.id);
    if (reply.kind === "done") pending?.resolve(reply.result);
    else {
      const { code, message, advice, details } = reply;
      const own = isOurCode(code) && code !== "unexpected";
      pending?.reject(own ? clientError(code, details) : new Error([message, advice].filter(Boolean).join(" ")));
    }
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const error = new Error(`the inspector ended (${child.signalCode ?? child.exitCode ?? ""})`);
    for (const pending of [...this.#pending.values()]) pending.reject(error);
  }

  #restIfIdle(): void {
    clearTimeout(this.#idle);
    if (this.#pending.size > 0 || !this.#child) return;
    this.#idle = setTimeout(() => this.dispose(), idleMs);
    this.#idle.unref();
  }

  dispose(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    for (const pending of [...this.#pending.values()]) pending.reject(new Cancelled());
    if (child?.connected) child.disconnect();
    // it ends by itself, unless it is in the middle of something
    const killing = setTimeout(() => child?.kill("SIGKILL"), 1000);
    killing.unref();
    child?.once("exit", () => clearTimeout(killing));
  }
}
