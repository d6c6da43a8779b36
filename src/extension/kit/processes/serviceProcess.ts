import type { ChildProcess } from "node:child_process";
import { errorTold, type ToldError } from "../../../chain/errors/toldError";
import { Cancelled } from "../asking/cancelled";
import { endOf, endProgram, startProgram } from "./program";

/** What a service answers to the order of that number. */
export interface NumberedReply {
  readonly kind: string;
  readonly id: number;
}

/** A program that takes orders and answers each under its number, also with `progress`, `cancelled` and `failed` (`ToldError`). */
export interface Service {
  /** How the log names it. */
  readonly name: string;
  readonly program: string;
  /** Ended after so long without an order, its memory is given back. */
  readonly idleMs: number;
  readonly warn: (text: string) => void;
  /** What the process finds in its environment beside what this one has. */
  readonly environment?: () => Readonly<Record<string, string>>;
  /** The first message that it takes. */
  readonly greeting?: object;
  /** Whether it takes `cancel` for an order; else it is ended when nobody waits for it any more. */
  readonly takesCancel: boolean;
  /** What whoever waits is told when it ended by itself. */
  readonly ended: (how: string) => Error;
}

/** How one order is waited for. */
interface Waiting<Reply> {
  readonly progress?: ((reply: Reply & { readonly kind: "progress" }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Pending<Reply> {
  resolve(reply: Reply): void;
  reject(error: unknown): void;
  progress(reply: Reply): void;
}

/** A service as a process: started by the first order, one for all, ended when it was idle for a while, started anew when it ended. */
export class ServiceProcess<Reply extends NumberedReply> {
  #child: ChildProcess | undefined;
  readonly #pending = new Map<number, Pending<Reply>>();
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly service: Service) {}

  /**
   * What is answered to the order.
   * @throws Cancelled, at once; ChainError and Error as the service tells them; what `ended` says.
   */
  ask(order: object, { progress, signal }: Waiting<Reply> = {}): Promise<Reply> {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const child = this.#start();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        end();
        reject(new Cancelled());
        if (this.service.takesCancel) this.#send(child, { kind: "cancel", id });
        // what nobody waits for isn't worked out
        else if (this.#pending.size === 0) this.dispose();
      };
      const end = (): void => {
        signal?.removeEventListener("abort", cancel);
        this.#pending.delete(id);
        this.#restIfIdle();
      };
      this.#pending.set(id, {
        progress: (reply) => progress?.(reply as Reply & { readonly kind: "progress" }),
        resolve: (reply) => {
          end();
          resolve(reply);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      signal?.addEventListener("abort", cancel, { once: true });
      this.#send(child, { ...order, id });
    });
  }

  #send(child: ChildProcess, message: object): void {
    if (!child.connected) this.#ended(child);
    else
      child.send(message, (error) => {
        if (error) this.#ended(child);
      });
  }

  #start(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child?.connected) return this.#child;
    // It has ended, and its end is only on its way.
    if (this.#child) this.#ended(this.#child);
    const { name, program, environment, greeting, warn } = this.service;
    const child = startProgram(program, environment?.() ?? {});
    this.#child = child;
    child.stderr?.on("data", (data: Buffer) => warn(`${name}: ${data.toString().trimEnd()}`));
    child.on("message", (reply: Reply) => this.#take(reply));
    child.on("error", () => this.#ended(child));
    child.once("exit", () => this.#ended(child));
    // nobody can ask it anything any more
    child.once("disconnect", () => endProgram(child));
    if (greeting) this.#send(child, greeting);
    return child;
  }

  #take(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (reply.kind === "progress") pending?.progress(reply);
    else if (reply.kind === "cancelled") pending?.reject(new Cancelled());
    else if (reply.kind === "failed") pending?.reject(errorTold(reply as Reply & ToldError));
    else pending?.resolve(reply);
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    endProgram(child);
    this.#rejectAll(this.service.ended(endOf(child)));
  }

  #rejectAll(error: Error): void {
    for (const pending of [...this.#pending.values()]) pending.reject(error);
  }

  #restIfIdle(): void {
    clearTimeout(this.#idle);
    if (this.#pending.size > 0 || !this.#child) return;
    this.#idle = setTimeout(() => this.dispose(), this.service.idleMs);
    this.#idle.unref();
  }

  /** Ends the process; whoever waits is cancelled. The next order starts another. */
  dispose(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    this.#rejectAll(new Cancelled());
    if (child) endProgram(child);
  }
}
