const first = 300;
const longest = 100_000;

/**
 * What comes of a time limit once a connection is there. On a busy machine a short limit may be over before the connection is:
 * then a longer one is tried.
 */
export async function codeWithinLimit<Code>(attempt: (timeoutMs: number) => Promise<Code>): Promise<Code> {
  for (let timeoutMs = first; ; timeoutMs *= 4) {
    const code = await attempt(timeoutMs);
    if (code !== "connectTimedOut" || timeoutMs > longest) return code;
  }
}
