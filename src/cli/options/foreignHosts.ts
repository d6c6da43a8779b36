import { parseEndpoint } from "../../chain/transport/endpoint";
import { isLoopback } from "../../text/loopback";

/**
 * Endpoints for reports and questions: scheme, host, and port, as anything else of an address may be secret.
 * @throws ChainError usage `badUrl`.
 */
export const originsOf = (urls: readonly string[]): string => urls.map((url) => parseEndpoint(url).origin).join(",");

/**
 * The hosts of these endpoints, in lower case, but not this machine.
 * @throws ChainError usage `badUrl`.
 */
export function foreignHosts(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => parseEndpoint(url).host.toLowerCase());
  return [...new Set(hosts)].filter((host) => !isLoopback(host));
}
