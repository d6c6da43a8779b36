/** Counts in steps of a fifth from 0.1 ms to a day: figures of any number of durations in the room of a few hundred numbers. */
const perTenfold = 13;
const min = 0.1;
const steps = perTenfold * 9;

/** Durations, counted by how long they are. */
export class Durations {
  readonly #counts = new Float64Array(steps + 1);
  count = 0;
  sum = 0;
  max = 0;

  add(ms: number): void {
    const step = ms <= min ? 0 : Math.min(steps, Math.ceil(Math.log10(ms / min) * perTenfold));
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.count++;
    this.sum += ms;
    if (ms > this.max) this.max = ms;
  }

  /** What that part of them doesn't exceed, to a fifth; never more than the largest. */
  quantile(part: number): number {
    let left = part * this.count;
    for (const [step, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return Math.min(this.max, min * 10 ** (step / perTenfold));
    }
    return this.max;
  }
}

/** The one in the middle. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? 0)) / 2;
}

/** Milliseconds to a tenth: logs tell no more that matters. */
export const rounded = (ms: number): number => Math.round(ms * 10) / 10;
