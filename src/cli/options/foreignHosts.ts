import { parseEndpoint } from "../../chain/transport/endpoint";
import { isLoopback } from "../../text/loopback";

/**
 * The hosts of these endpoints, in lower case, but not this machine.
 * @throws ChainError usage `badUrl`.
 */
export function foreignHosts(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => parseEndpoint(url).host.toLowerCase());
  return [...new Set(hosts)].filter((host) => !isLoopback(host));
}
