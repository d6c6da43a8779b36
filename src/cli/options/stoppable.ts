/** Exit code of what Ctrl+C ended, as shells give it. */
export const stoppedCode = 130;

/**
 * Does work that Ctrl+C ends, or a service manager (SIGTERM): its signal is aborted then, and when the work is over, so that nothing waits
 * by it any more. A second Ctrl+C ends the program.
 */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  try {
    return await work(stop.signal);
  } finally {
    stop.abort();
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
}
