import { parseEndpoint } from "../../chain/transport/endpoint";

/** Whether an address is this machine's own. */
function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The hosts of these endpoints, in lower case, but not this machine.
 * @throws ChainError usage `badUrl`.
 */
export function foreignHosts(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => parseEndpoint(url).host.toLowerCase());
  return [...new Set(hosts)].filter((host) => !isLoopbackHost(host));
}
