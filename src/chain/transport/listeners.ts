/** Stops what was started; safe to call twice. */
export type Stop = () => void;

/** For the error of a listener: the connection must not die of it, and it must not be swallowed either. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Who wants to hear of something. A listener that throws does not keep the others from hearing. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  add(listener: (event: Event) => void): Stop {
    const own = (event: Event): void => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        throwLater(error);
      }
    }
  }
}
