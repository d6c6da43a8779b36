const first = 300;
const maxMs = 100_000;

/**
 * What comes of a time limit. On a busy machine a short limit may be over too early, usually before there is a connection: then one of the
 * `early` codes comes, and a longer limit is tried.
 */
export async function codeWithinLimit<Code>(
  attempt: (timeoutMs: number) => Promise<Code>,
  early: readonly unknown[] = ["connectTimedOut"],
): Promise<Code> {
  for (let timeoutMs = first; ; timeoutMs *= 4) {
    const code = await attempt(timeoutMs);
    if (!early.includes(code) || timeoutMs > maxMs) return code;
  }
}
