import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordedChain } from "../../chain/proxy/proxyRecord";
import { type ResolvedAddress, resolveAddress } from "../../chain/services/bfs/readLink";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { listed } from "../../text/joining";

/** Names of contracts as sources have them; what looks otherwise is an address or a path. */
const contractName = /^(?![0-9a-fA-F]{40}$)[A-Za-z_$][\w$]*$/;

/** Where the project of the terminal's folder keeps its proxies; undefined where it keeps none. */
export async function recordsHere(): Promise<string | undefined> {
  const [{ manifestName }, { markedRootOf }, { workingFolder }] = await Promise.all([
    import("../../solidity/deployed/manifestFile"),
    import("../../solidity/project/projectRoot"),
    import("../solidity/compileSources"),
  ]);
  const { folder } = workingFolder();
  const root = markedRootOf(folder) ?? folder;
  return existsSync(join(root, manifestName)) ? root : undefined;
}

/** The proxy that the records of the terminal's folder call so. @throws ChainError usage `proxyRecordsWrong`, `severalProxies` */
export async function recordedProxy(session: ChainSession, given: string): Promise<ResolvedAddress | undefined> {
  const name = given.trim();
  const root = contractName.test(name) ? await recordsHere() : undefined;
  if (root === undefined) return undefined;
  const { proxiesNamed } = await import("../../solidity/deployed/manifestFile");
  const [only, ...others] = await proxiesNamed(root, await recordedChain(session), name);
  if (only === undefined) return undefined;
  if (others.length > 0) throw clientError("severalProxies", { name, addresses: listed([only, ...others]) });
  return { address: only, foundBy: { path: name, by: "records" } };
}

/**
 * The contract that a person means in a terminal: by its address, a BFS path, or the name of a proxy that the project keeps.
 * @throws ChainError usage `notALink`, `severalProxies`, `proxyRecordsWrong`, `badTarget` for anything else
 */
export async function terminalTarget(session: ChainSession, given: string): Promise<ResolvedAddress> {
  return (await recordedProxy(session, given)) ?? resolveAddress(session, given);
}

/** The same without what led to it, for who only asks. @throws as `terminalTarget` */
export const terminalAddress = async (session: ChainSession, given: string): Promise<Address> =>
  (await terminalTarget(session, given)).address;
