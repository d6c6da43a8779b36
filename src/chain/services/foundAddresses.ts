import type { Address } from "../../crypto/bytes/hex";
import type { ChainClient } from "../client/client";
import type { ChainSession } from "../session";

/** What answered for an address that was asked for by a path; each is the node's word. */
export interface FoundAddress {
  readonly path: string;
  readonly by: "link" | "table";
}

/** How long an address is said to have been found by a path, and how many of a chain are kept. */
const [foundForMs, maxFound] = [600_000, 1000];
const found = new WeakMap<ChainClient, Map<string, FoundAddress & { readonly at: number }>>();

/** Notes what an address was found by, for the request that is made of it. */
export function noteFound({ client }: Pick<ChainSession, "client">, address: Address, by: FoundAddress): void {
  const known = found.get(client) ?? new Map();
  found.set(client, known);
  known.delete(address.toLowerCase());
  known.set(address.toLowerCase(), { ...by, at: performance.now() });
  const [oldest] = known.keys();
  if (known.size > maxFound) known.delete(oldest);
}

/** By what an address was found just now; undefined where it was given as it is. */
export function foundAddress({ client }: Pick<ChainSession, "client">, address: string): FoundAddress | undefined {
  const known = found.get(client)?.get(address.toLowerCase());
  return known && performance.now() - known.at < foundForMs ? known : undefined;
}
