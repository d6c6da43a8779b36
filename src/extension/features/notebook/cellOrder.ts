/** A cell that is to be run: made when it was started, so that it is shown as waiting and can be cancelled. */
interface Waiting {
  readonly token: { readonly isCancellationRequested: boolean };
  end(success: boolean | undefined): void;
}

/**
 * Runs cells of a notebook when those that were started on it before are over: a cell that is run while another still waits, such as for
 * the answer to a question, has that one's variables.
 */
export class CellOrder<Notebook extends object> {
  readonly #last = new WeakMap<Notebook, Promise<unknown>>();

  /** @param run runs one cell, and gives whether the next may run; those that may not end without a result */
  run<Cell extends Waiting>(
    notebook: Notebook,
    cells: readonly Cell[],
    run: (cell: Cell) => Promise<boolean>,
  ): Promise<void> {
    const before = this.#last.get(notebook) ?? Promise.resolve();
    const done = before.then(() => runUntilFailure(cells, run));
    this.#last.set(
      notebook,
      done.catch(() => undefined),
    );
    return done;
  }
}

async function runUntilFailure<Cell extends Waiting>(
  cells: readonly Cell[],
  run: (cell: Cell) => Promise<boolean>,
): Promise<void> {
  const waiting = [...cells];
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (next.token.isCancellationRequested) next.end(undefined);
      else if (!(await run(next))) break;
    }
  } finally {
    for (const left of waiting) left.end(undefined);
  }
}
