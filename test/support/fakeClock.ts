import type { Clock } from "../../src/time/clock";

/** A clock that stands still until a test lets time pass. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  #waiting: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.#now + ms, run };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== entry);
    };
  }

  /** When something is due next, from now; undefined when nothing waits. */
  get due(): number | undefined {
    return this.#waiting.length === 0 ? undefined : Math.min(...this.#waiting.map(({ at }) => at)) - this.#now;
  }

  /** Lets time pass: what is due runs in its order, and what that begins goes on as far as it can without waiting. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await settled();
      const [next] = this.#waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = until;
    await settled();
  }
}

/** Everything that waits for nothing from outside has been done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
