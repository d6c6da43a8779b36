import type { OrderWaiting, Program } from "./program";
import type { OrderName, ProcessProtocol } from "./protocol";

/** How a program is kept running. */
interface ServiceRules<P extends ProcessProtocol> {
  readonly start: () => Program<P>;
  /** Ended after so long without an order, its memory is given back. */
  readonly idleMs: number;
  /** Whether it leaves an order that is cancelled; else it is ended when its caller stops waiting. */
  readonly takesCancel: boolean;
}

/** A program for many orders: started by the first, one for all, ended when it was idle for a while, started again when it ended. */
export class ServiceProgram<P extends ProcessProtocol> {
  #program: Program<P> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly rules: ServiceRules<P>) {}

  /** @throws as `Program.order` */
  async order<Name extends OrderName<P>>(
    name: Name,
    order: P["orders"][Name]["order"],
    waiting: OrderWaiting<P, Name> = {},
  ): Promise<P["orders"][Name]["result"]> {
    const { signal } = waiting;
    signal?.throwIfAborted();
    const program = this.#running();
    try {
      return await program.order(name, order, waiting);
    } finally {
      // what isn't waited for isn't worked out
      if (signal?.aborted && !this.rules.takesCancel && !program.busy) this.#end(program);
      else this.#rest(program);
    }
  }

  #running(): Program<P> {
    clearTimeout(this.#idle);
    if (this.#program?.alive) return this.#program;
    const program = this.rules.start();
    this.#program = program;
    return program;
  }

  #rest(program: Program<P>): void {
    if (this.#program !== program) return;
    clearTimeout(this.#idle);
    if (program.busy) return;
    this.#idle = setTimeout(() => this.end(), this.rules.idleMs);
    this.#idle.unref();
  }

  #end(program: Program<P>, reason?: Error): void {
    program.end(reason);
    if (this.#program === program) this.#program = undefined;
  }

  /**
   * Ends the process; the next order starts another.
   * @param reason what waiting callers get; undefined: what `ended` says of its end
   */
  end(reason?: Error): void {
    clearTimeout(this.#idle);
    if (this.#program) this.#end(this.#program, reason);
  }
}
