/** What is asked for once for all that want it meanwhile, and again after it failed or was forgotten. */
export class AskedOnce<Answer> {
  #asked: Promise<Answer> | undefined;

  /** What was asked for, where it is still good. */
  get asked(): Promise<Answer> | undefined {
    return this.#asked;
  }

  /** What was asked for, else what is asked for now. */
  get(ask: () => Promise<Answer>): Promise<Answer> {
    return this.#asked ?? this.put(ask());
  }

  /** This takes the place of what was asked for. */
  put(asked: Promise<Answer>): Promise<Answer> {
    this.#asked = asked;
    asked.catch(() => {
      if (this.#asked === asked) this.forget();
    });
    return asked;
  }

  forget(): void {
    this.#asked = undefined;
  }
}
