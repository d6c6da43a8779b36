import { type Address, isAddress, zeroAddress } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import { isTablePath } from "../../abi/builtInLimits";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { absoluteBfsPath } from "./bfsPath";
import { listDirectory } from "./listDirectory";

/** What answered for an address that was asked for by a path or a name. */
export interface FoundBy {
  readonly path: string;
  /** Of links and tables the node's word; of records, what the project wrote down of its proxies. */
  readonly by: "link" | "table" | "records";
}

/** The address that a person meant, with the path that led to it; without one where it was given as it is. */
export interface ResolvedAddress {
  readonly address: Address;
  readonly foundBy?: FoundBy;
}

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
export async function resolveAddress(
  session: ChainSession,
  text: string,
  options?: RequestOptions,
): Promise<ResolvedAddress> {
  const typed = text.trim();
  if (isAddress(typed)) return { address: typed.toLowerCase() as Address };
  if (!/^[/~]/.test(typed)) throw clientError("badTarget", { given: typed });
  const path = absoluteBfsPath(typed);
  const table = isTablePath(path);
  const linked = await readLink(session, path, options);
  const address = linked ?? (table ? await tableAt(session, path, options) : undefined);
  if (!address) throw clientError("notALink", { path });
  return { address, foundBy: { path, by: linked ? "link" : "table" } };
}

/** The same without what led to it, for who only asks. @throws as `resolveAddress` */
export const resolveTarget = async (session: ChainSession, text: string, options?: RequestOptions): Promise<Address> =>
  (await resolveAddress(session, text, options)).address;
