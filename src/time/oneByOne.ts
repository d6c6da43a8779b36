/** Does one work after the other, in the order in which they come. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    // What fails concerns who asked for it.
    this.#last = next.catch(() => undefined);
    return next;
  }
}
