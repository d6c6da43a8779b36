/**
 * Of several answers to one question only that to the newest counts, in whatever order they come: an older one tells of files and texts as
 * they were. Who asked before waits for the newest.
 */
export class NewestAnswers {
  readonly #asking = new Map<string, Promise<void>>();

  /** Settles when the newest answer to the question `key` has been used. @throws what the newest question throws */
  take<Answer>(key: string, ask: () => Promise<Answer>, use: (answer: Answer) => void): Promise<void> {
    const own: Promise<void> = this.#take(ask, use, (): Promise<void> | undefined => {
      const newest = this.#asking.get(key);
      if (newest === own) this.#asking.delete(key);
      return newest === own ? undefined : (newest ?? Promise.resolve());
    });
    this.#asking.set(key, own);
    return own;
  }

  /** @param newer the newest question where it is another one */
  async #take<Answer>(
    ask: () => Promise<Answer>,
    use: (answer: Answer) => void,
    newer: () => Promise<void> | undefined,
  ): Promise<void> {
    const [answer] = await Promise.allSettled([ask()]);
    const waiting = newer();
    if (waiting !== undefined) return waiting;
    if (answer.status === "rejected") throw answer.reason;
    use(answer.value);
  }
}
