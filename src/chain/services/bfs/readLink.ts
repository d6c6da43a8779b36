import { type Address, isAddress, zeroAddress } from "../../../crypto/bytes/hex";
import type { ChainClient, RequestOptions } from "../../client/client";
import { clientError } from "../../errors/clientError";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { isTablePath } from "../table/tableNames";
import { absoluteBfsPath } from "./bfsPath";
import { listDirectory } from "./listDirectory";

/** Target of a link; undefined when nothing is there or it is no link. */
export async function readLink(
  session: ChainSession,
  path: string,
  options?: RequestOptions,
): Promise<Address | undefined> {
  const [address] = await readPrecompiled(session, { contract: "BFS", function: "readlink", args: [path] }, options);
  return typeof address === "string" && isAddress(address) && address !== zeroAddress ? address : undefined;
}

/** Target and ABI text (empty when the link carries none) of a link; undefined when it is no link. */
export async function readLinkWithAbi(
  session: ChainSession,
  path: string,
  options?: RequestOptions,
): Promise<{ address: Address; abi: string } | undefined> {
  if (!(await readLink(session, path, options))) return undefined;
  const [entry] = (await listDirectory(session, path, options)).entries;
  return entry?.address === undefined ? undefined : { address: entry.address, abi: entry.abi ?? "" };
}

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

/** Every table is a link, but its own contract knows it best. */
async function tableAt(session: ChainSession, path: string, options?: RequestOptions): Promise<Address | undefined> {
  const request = { contract: "TableManager", function: "openTable", args: [path.slice("/tables/".length)] } as const;
  const [address] = await readPrecompiled(session, request, options);
  return address === zeroAddress ? undefined : (address as Address);
}

/**
 * The address that a person means: an address, or a path whose link is resolved here because no node does it.
 * @throws ChainError usage `notALink` for a path without a link behind it, `badTarget` for anything else.
 */
export async function resolveTarget(session: ChainSession, text: string, options?: RequestOptions): Promise<Address> {
  const typed = text.trim();
  if (isAddress(typed)) return typed.toLowerCase() as Address;
  if (!/^[/~]/.test(typed)) throw clientError("badTarget", { given: typed });
  const path = absoluteBfsPath(typed);
  const table = isTablePath(path);
  const linked = await readLink(session, path, options);
  const address = linked ?? (table ? await tableAt(session, path, options) : undefined);
  if (!address) throw clientError("notALink", { path });
  noteFound(session, address, { path, by: linked ? "link" : "table" });
  return address;
}
