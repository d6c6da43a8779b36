/**
 * When transactions are sent: at a rate, or as soon as a sender is free to send one; never more of them than asked for, never after the
 * time is over.
 */
export class Pace {
  readonly #count: number;
  readonly #rate: number | undefined;
  readonly #timeMs: number;
  #next = 0;

  /**
   * @param rate transactions for each second; undefined for as fast as the chain takes them
   * @param timeMs after so many milliseconds nothing more is sent
   */
  constructor({ count, rate, timeMs }: { count: number; rate: number | undefined; timeMs: number }) {
    this.#count = count;
    this.#rate = rate;
    this.#timeMs = timeMs;
  }

  /**
   * The next transaction: its number, and how long to wait before it is sent. Undefined when all were handed out, or when its time lies
   * beyond the end. A sender that comes late sends at once: what was missed is caught up with.
   * @param elapsedMs since the start
   */
  take(elapsedMs: number): { readonly index: number; readonly waitMs: number; readonly dueMs: number } | undefined {
    if (this.#next >= this.#count) return undefined;
    const dueMs = this.#rate === undefined ? elapsedMs : (this.#next * 1000) / this.#rate;
    if (dueMs >= this.#timeMs || elapsedMs >= this.#timeMs) return undefined;
    const index = this.#next;
    this.#next += 1;
    return { index, waitMs: Math.max(0, dueMs - elapsedMs), dueMs };
  }
}

/** How long to wait before the next try after so many failures to connect in a row: 250 ms, doubled each time, 5 s at most. */
export function reconnectDelayMs(failures: number): number {
  return Math.min(5000, 250 * 2 ** Math.min(failures - 1, 10));
}
