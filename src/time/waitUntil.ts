import { type Clock, systemClock } from "./clock";
import { onAbort } from "./onAbort";

/** Lets so many milliseconds pass, or fewer where the signal is aborted meanwhile: it never throws. */
export function pause(ms: number, signal?: AbortSignal, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      takeBack();
      unheard?.();
      resolve();
    };
    const takeBack = clock.after(ms, end);
    const unheard = signal && onAbort(signal, end);
  });
}

/** How often is looked, and how long. */
export interface Polling {
  /** Milliseconds from an answer to the next look. */
  readonly stepMs: number;
  /** Each step is so much longer than the one before it, up to `maxStepMs`. Default 1. */
  readonly factor?: number;
  readonly maxStepMs?: number;
  /** The first look that ends later than this, in milliseconds from the beginning, is the last one. Default: no limit. */
  readonly limitMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Looks at once, and again after each step, until there is something to give. Undefined once the limit has passed or the signal is
 * aborted. What a look throws ends the wait.
 */
export async function waitUntil<Found>(
  look: () => Promise<Found | undefined>,
  { stepMs, factor = 1, maxStepMs = Number.POSITIVE_INFINITY, limitMs, signal, clock = systemClock }: Polling,
): Promise<Found | undefined> {
  const begin = clock.now();
  for (let step = stepMs; !signal?.aborted; step = Math.min(step * factor, maxStepMs)) {
    const found = await look();
    if (found !== undefined || (limitMs !== undefined && clock.now() - begin >= limitMs)) return found;
    await pause(step, signal, clock);
  }
  return undefined;
}
