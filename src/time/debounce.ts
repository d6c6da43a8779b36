import { type Clock, systemClock } from "./clock";

/** Lets what is asked for often wait until the asking rests: of several that wait under one key, the last alone is done. */
export class Debounce {
  /** By key: takes back what waits. */
  readonly #waiting = new Map<string, () => void>();

  constructor(private readonly clock: Clock = systemClock) {}

  /** Does it after so many milliseconds, unless the same key is asked for again or taken back. */
  after(ms: number, work: () => void, key = ""): void {
    this.takeBack(key);
    this.#waiting.set(
      key,
      this.clock.after(ms, () => {
        this.#waiting.delete(key);
        work();
      }),
    );
  }

  isWaiting(key = ""): boolean {
    return this.#waiting.has(key);
  }

  takeBack(key = ""): void {
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }

  /** Nothing that waits is done any more. */
  dispose(): void {
    for (const takeBack of this.#waiting.values()) takeBack();
    this.#waiting.clear();
  }
}
