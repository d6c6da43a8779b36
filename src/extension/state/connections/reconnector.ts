import type { ChainError } from "../../../errors/chainError";
import type { Clock } from "../../../time/clock";
import type { Connection } from "./connection";
import type { Connections } from "./connections";

/** Misses in a row after which a connection counts as lost. */
const missesUntilLost = 3;
const maxWaitMs = 60_000;

interface Retry {
  attempts: number;
  nextAt: number;
}

/** What the reconnector needs of the world. */
interface ReconnectorPorts {
  readonly clock: Clock;
  /** The wait before the first retry of a connection whose only endpoint was lost. */
  intervalMs(): number;
  warn(text: string): void;
}

/**
 * Connects again what broke or was open when the window closed, less and less often, until it answers or is not wanted any more. It
 * needs no visible view: the status bar says that it tries, so it does.
 */
export class Reconnector {
  readonly #misses = new WeakMap<Connection, number>();
  readonly #plans = new Map<Connection, Retry>();
  readonly #trying = new Set<Connection>();
  readonly #watching: { dispose(): void };
  #stopWaiting: (() => void) | undefined;
  #disposed = false;

  constructor(
    private readonly connections: Pick<Connections, "all" | "onDidChange">,
    private readonly ports: ReconnectorPorts,
  ) {
    this.#watching = connections.onDidChange(() => this.#plan());
    this.#plan();
  }

  /** The connection answered: what was missed before counts no more. */
  answered(connection: Connection): void {
    this.#misses.delete(connection);
  }

  /** It did not answer. One that is refused is gone; silence may be a busy node, so it takes several in a row. */
  async missed(connection: Connection, error: ChainError): Promise<void> {
    if (connection.state.kind !== "connected" || (error.kind !== "transport" && error.kind !== "tls")) return;
    const count = (this.#misses.get(connection) ?? 0) + 1;
    this.#misses.set(connection, count);
    if (error.code !== "connectionRefused" && count < missesUntilLost) return;
    this.#misses.delete(connection);
    this.ports.warn(`${connection.name}: ${error.message}`);
    if (connection.origin !== "embedded") {
      // Another endpoint may stand ready: it is tried at once.
      const wait = connection.profile.endpoints.length > 1 ? 0 : this.ports.intervalMs();
      this.#plans.set(connection, { attempts: 0, nextAt: this.ports.clock.now() + wait });
      connection.keepTrying();
    }
    await connection.fail(error);
  }

  /** Connections that a user wants tried again, and the time of the next try. */
  #plan(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    if (this.#disposed) return;
    const { clock } = this.ports;
    for (const connection of this.connections.all)
      if (connection.retrying && connection.state.kind === "failed" && !this.#plans.has(connection))
        this.#plans.set(connection, { attempts: 0, nextAt: clock.now() + this.ports.intervalMs() });
    for (const connection of [...this.#plans.keys()]) if (!this.#isWanted(connection)) this.#plans.delete(connection);
    const waiting = [...this.#plans].flatMap(([connection, { nextAt }]) =>
      this.#trying.has(connection) || connection.state.kind !== "failed" ? [] : [nextAt],
    );
    if (waiting.length === 0) return;
    this.#stopWaiting = clock.after(Math.max(0, Math.min(...waiting) - clock.now()), () => this.#round());
  }

  #isWanted(connection: Connection): boolean {
    return connection.retrying && connection.state.kind !== "connected" && this.connections.all.includes(connection);
  }

  #round(): void {
    const now = this.ports.clock.now();
    for (const [connection, plan] of this.#plans) {
      // A user tries it by hand: what comes of that decides.
      if (plan.nextAt > now || this.#trying.has(connection) || connection.state.kind !== "failed") continue;
      plan.attempts += 1;
      plan.nextAt = now + Math.min(maxWaitMs, 2 ** plan.attempts * 1000);
      this.#trying.add(connection);
      // That it failed again is in its state.
      void connection
        .connect()
        .catch(() => undefined)
        .finally(() => {
          this.#trying.delete(connection);
          this.#plan();
        });
    }
    this.#plan();
  }

  dispose(): void {
    this.#disposed = true;
    this.#stopWaiting?.();
    this.#watching.dispose();
  }
}
