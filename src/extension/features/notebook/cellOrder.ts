/**
 * Does work on a notebook when what was begun on it before is over: a cell that is run while another still waits, such as for the answer to
 * a question, has that one's variables.
 */
export class CellOrder<Notebook extends object> {
  readonly #last = new WeakMap<Notebook, Promise<unknown>>();

  run<Result>(notebook: Notebook, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(notebook) ?? Promise.resolve();
    const done = before.then(work);
    this.#last.set(
      notebook,
      done.catch(() => undefined),
    );
    return done;
  }
}
