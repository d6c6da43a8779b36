/**
 * Whether every foreign host was named: by `--yes-i-may-load`, or typed at the terminal now.
 * @param ask shows a question and gives what was typed; undefined when no one is there
 */
export async function mayLoad(
  hosts: readonly string[],
  named: readonly string[],
  ask: (host: string) => Promise<string | undefined>,
): Promise<boolean> {
  const allowed = new Set(named.map((name) => name.toLowerCase()));
  for (const host of hosts) {
    if (allowed.has(host)) continue;
    const typed = await ask(host);
    if (typed?.trim().toLowerCase() !== host) return false;
  }
  return true;
}
