import { ChainError } from "../../errors/chainError";
import { pause } from "../../time/waitUntil";

/** Pauses between tries when a node can't be reached, in milliseconds; then it is given up, unless new blocks are followed. */
const retryMs = [500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Does work again as long as what stops it is a connection: half a minute, or for ever where it is said so.
 * @param work is handed what it calls when something came of it, so that the pauses begin anew
 * @returns undefined where the signal ended it
 */
export async function whilePassing<Result>(
  work: (succeeded: () => void) => Promise<Result>,
  { signal, forEver }: { readonly signal?: AbortSignal | undefined; readonly forEver: boolean },
): Promise<Result | undefined> {
  let tries = 0;
  for (;;) {
    try {
      return await work(() => {
        tries = 0;
      });
    } catch (error) {
      if (signal?.aborted) return undefined;
      const isPassing = error instanceof ChainError && error.kind === "transport";
      const wait = forEver ? (retryMs[tries] ?? retryMs.at(-1)) : retryMs[tries];
      if (!isPassing || wait === undefined) throw error;
      tries += 1;
      await pause(wait, signal);
    }
  }
}
