import { type OrderWaiting, Program, type ProgramStart } from "../../../processes/program";
import type { OrderName, ProcessProtocol } from "../../../processes/protocol";
import { ServiceProgram } from "../../../processes/serviceProgram";
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
  /** Whether it leaves an order that is cancelled; else it is ended when its caller stops waiting. */
  readonly takesCancel: boolean;
  /** What waiting callers get when it ended by itself. */
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
  readonly #program: ServiceProgram<P>;

  constructor(service: Service<P>) {
    const { idleMs, takesCancel } = service;
    this.#program = new ServiceProgram({ idleMs, takesCancel, start: () => greeted(service) });
  }

  /**
   * What is answered to the order.
   * @throws Cancelled, at once; ChainError and Error as the service tells them; what `ended` says.
   */
  async ask<Name extends OrderName<P>>(
    name: Name,
    order: P["orders"][Name]["order"],
    waiting: OrderWaiting<P, Name> = {},
  ): Promise<P["orders"][Name]["result"]> {
    try {
      return await this.#program.order(name, order, waiting);
    } catch (error) {
      throw waiting.signal?.aborted ? new Cancelled() : error;
    }
  }

  /** Ends the process; waiting callers are cancelled. The next order starts another. */
  dispose(): void {
    this.#program.end(new Cancelled());
  }
}

function greeted<P extends ProcessProtocol>(service: Service<P>): Program<P> {
  const program = startProgram(service);
  // That it failed is told of the orders behind it, too.
  service.greet?.(program).catch((error: unknown) => {
    if (!(error instanceof Cancelled)) service.warn(`${service.name}: ${String(error)}`);
  });
  return program;
}
