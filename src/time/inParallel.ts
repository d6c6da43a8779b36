/**
 * Does the work for each item, a few at a time, and gives what came of it in order. The first error ends it. Items are taken when their
 * turn comes: there can be more of them than memory holds.
 */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items[Symbol.iterator]();
  let next = 0;
  let failed = false;
  const run = async (): Promise<void> => {
    while (!failed) {
      const taken = waiting.next();
      if (taken.done) return;
      const index = next++;
      try {
        results[index] = await work(taken.value, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, run));
  return results;
}

/** A slice of work after which others have their turn. */
const sliceMs = 5;

/** Does the work for each item, one after the other; what else waits has its turn after each slice. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < sliceMs) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}

/**
 * Begins all of them and gives what they come to. What throws while it begins is a rejection like any other: in
 * `Promise.all([ask(), read()])` a `read` that throws leaves the promise of `ask` unhandled, and its failure then ends the program.
 */
export const allBegun = <Works extends readonly (() => unknown)[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<ReturnType<Works[Index]>> }> =>
  Promise.all(works.map(async (work) => work())) as never;

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
