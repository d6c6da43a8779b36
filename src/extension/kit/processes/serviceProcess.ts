import { type OrderWaiting, Program, type ProgramStart } from "../../../processes/program";
import type { OrderName, ProcessProtocol } from "../../../processes/protocol";
import { Cancelled } from "../errors/cancelled";

/** A program that the extension keeps running and asks. */
export interface Service<P extends ProcessProtocol> {
  /** How the log names it. */
  readonly name: string;
  readonly file: string;
  readonly execArgv?: readonly string[];
  /** Ended after so long without an order, its memory is given back. */
  readonly idleMs: number;
  readonly warn: (text: string) => void;
  /** What the process finds in its environment beside what this one has. */
  readonly environment?: () => Readonly<Record<string, string>>;
  /** The first order that it gets. */
  readonly greet?: (program: Program<P>) => Promise<unknown>;
  /** Whether it leaves an order that is cancelled; else it is ended when no one waits for it any more. */
  readonly takesCancel: boolean;
  /** What anyone who waits is told when it ended by itself. */
  readonly ended: (how: string) => Error;
}

/** Starts a program of the extension, with this process's environment and what is said. */
export function startProgram<P extends ProcessProtocol>({
  name,
  file,
  execArgv,
  folder,
  environment,
  warn,
  ended,
}: Pick<Service<P>, "name" | "file" | "execArgv" | "environment" | "warn"> &
  Pick<ProgramStart, "folder" | "ended">): Program<P> {
  return new Program({
    file,
    ...(execArgv ? { execArgv } : {}),
    folder,
    environment: { ...process.env, ...environment?.() },
    complaints: (text) => warn(`${name}: ${text.trimEnd()}`),
    ended,
  });
}

/** A service as a process: started by the first order, one for all, ended when it was idle for a while, started anew when it ended. */
export class ServiceProcess<P extends ProcessProtocol> {
  #program: Program<P> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly service: Service<P>) {}

  /**
   * What is answered to the order.
   * @throws Cancelled, at once; ChainError and Error as the service tells them; what `ended` says.
   */
  async ask<Name extends OrderName<P>>(
    name: Name,
    order: P["orders"][Name]["order"],
    waiting: OrderWaiting<P, Name> = {},
  ): Promise<P["orders"][Name]["result"]> {
    const { signal } = waiting;
    if (signal?.aborted) throw new Cancelled();
    const program = this.#start();
    try {
      return await program.order(name, order, waiting);
    } catch (error) {
      throw signal?.aborted ? new Cancelled() : error;
    } finally {
      // what no one waits for isn't worked out
      if (signal?.aborted && !this.service.takesCancel && !program.busy) this.#end(program);
      else this.#restIfIdle(program);
    }
  }

  #start(): Program<P> {
    clearTimeout(this.#idle);
    if (this.#program?.alive) return this.#program;
    const program = startProgram(this.service);
    this.#program = program;
    // That it failed is told of the orders behind it, too.
    this.service.greet?.(program).catch((error: unknown) => {
      if (!(error instanceof Cancelled)) this.service.warn(`${this.service.name}: ${String(error)}`);
    });
    return program;
  }

  #restIfIdle(program: Program<P>): void {
    if (this.#program !== program) return;
    clearTimeout(this.#idle);
    if (program.busy) return;
    this.#idle = setTimeout(() => this.dispose(), this.service.idleMs);
    this.#idle.unref();
  }

  #end(program: Program<P>): void {
    program.end(new Cancelled());
    if (this.#program === program) this.#program = undefined;
  }

  /** Ends the process; anyone who waits is cancelled. The next order starts another. */
  dispose(): void {
    clearTimeout(this.#idle);
    if (this.#program) this.#end(this.#program);
  }
}
