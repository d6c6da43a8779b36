import type { Clock } from "../../../time/clock";

/** One that has not answered after this long no longer keeps the next waiting. */
const timeoutMs = 1500;

/** Gives what comes too late to the winner's side back. */
type Discard<Result> = (result: Result) => Promise<void>;

/**
 * The first of several tries that succeeds, begun one after the other: the next as soon as one fails, or when it takes its time, so that an
 * endpoint which swallows every packet does not stand in the way of one that answers. What succeeds later is discarded.
 * @throws AggregateError of the failures when none succeeds; the reason of the signal when it is aborted before.
 */
export async function firstAnswer<Result>(
  tries: readonly ((signal: AbortSignal) => Promise<Result>)[],
  {
    signal,
    clock,
    discard,
    final,
  }: {
    readonly signal: AbortSignal;
    readonly clock: Clock;
    readonly discard: Discard<Result>;
    /** A failure after which no other is tried. */
    readonly final: (error: unknown) => boolean;
  },
): Promise<Result> {
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  return new Promise<Result>((resolve, reject) => {
    const failures: unknown[] = [];
    let begun = 0;
    let underWay = 0;
    let done = false;
    let stopWaiting: () => void = () => undefined;
    const finish = (settle: () => void): void => {
      done = true;
      stopWaiting();
      signal.removeEventListener("abort", onAbort);
      settle();
      ending.abort();
    };
    const onAbort = (): void => {
      if (!done) finish(() => reject(signal.reason));
    };
    const begin = (): void => {
      stopWaiting();
      const next = tries[begun];
      if (done || !next) return;
      begun += 1;
      underWay += 1;
      stopWaiting = clock.after(timeoutMs, begin);
      next(ended).then(
        (result) => {
          underWay -= 1;
          if (done) void discard(result).catch(() => undefined);
          else finish(() => resolve(result));
        },
        (error: unknown) => {
          underWay -= 1;
          failures.push(error);
          if (done) return;
          if (final(error)) finish(() => reject(new AggregateError(failures)));
          else if (begun < tries.length) begin();
          else if (underWay === 0) finish(() => reject(new AggregateError(failures)));
        },
      );
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    else begin();
  });
}
