import { parseEndpoint } from "../../chain/transport/endpoint";

/** Whether an address is this machine's own. */
function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The hosts that may not be loaded without being named: all but this machine.
 * @throws ChainError usage `badUrl`.
 */
export function foreignHosts(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => parseEndpoint(url).host.toLowerCase());
  return [...new Set(hosts)].filter((host) => !isLoopbackHost(host));
}

/**
 * Whether every foreign host was named: by `--yes-i-may-load`, or typed at the terminal now.
 * @param ask shows a question and gives what was typed; undefined when nobody is there
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
