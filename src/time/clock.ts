/** Time, as a port: tests let it pass at once. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; what it gives takes that back. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
