/**
 * The side that asked for a piece of work. Made for each request, it is an object of a class: V8 gives each literal with a getter a shape
 * of its own, which holds what the getter reads until the old heap is cleared.
 */
export interface Client {
  /** The answer is no longer waited for. */
  readonly gone: boolean;
}

/** Work is given up in the middle: the chain ends, or it is no longer waited for. Whatever it did has never been. */
export class WorkStopped extends Error {
  constructor() {
    super("the work was stopped");
  }
}

/**
 * Lets the event loop have its turn while contracts run: after `sliceMs` of work in one piece, execution waits for one round of
 * it. The clock is looked at every `checkEvery` opcodes that do more than stack work, after everything expensive, and stack work comes back
 * for that after `stackGas` at the latest.
 */
export class TimeSlice {
  sliceMs = 25;
  checkEvery = 64;
  stackGas = 20_000;
  /** While true there is no pause: work that must not be seen half done. */
  held = false;
  /** For whom the work is done; undefined: for the chain itself. */
  client: Client | undefined;
  #closed = false;
  #left = 0;
  #started = 0;

  /** A piece of work begins when the event loop has just had its turn. */
  begin(): void {
    this.#left = this.checkEvery;
    this.#started = performance.now();
  }

  /** Counts one step of work; true when it is time for a pause. */
  isDue(): boolean {
    return --this.#left < 0 && this.isOver();
  }

  /** Something expensive was done: the next step looks at the clock. */
  checkSoon(): void {
    this.#left = 0;
  }

  /** Whether the time is up. */
  isOver(): boolean {
    this.#left = this.checkEvery;
    return !this.held && performance.now() - this.#started >= this.sliceMs;
  }

  /**
   * Lets everything else have its turn.
   * @throws WorkStopped when the rest is no longer wanted.
   */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.begin();
    if (this.#closed || this.client?.gone) throw new WorkStopped();
  }

  /** From the next pause on nothing is wanted any more. */
  close(): void {
    this.#closed = true;
  }
}
