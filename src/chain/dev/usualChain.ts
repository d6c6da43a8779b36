import type { ExecutorVersion } from "../../facts/releases/release";
import { newChainOf, newestRelease } from "../../facts/releases/releases";
import { isChainVersion } from "../../text/versions";

/** The token for an embedded chain's powers: the one that was given, else that of the environment; an empty one there is none. */
export const devTokenOf = (token: string | undefined): string | undefined =>
  token ?? (process.env["CHAINSIDE_DEV_TOKEN"] || undefined);

/** Versions and executor of an embedded chain for which nothing else is said. */
export interface ChainKind {
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: ExecutorVersion;
}

/**
 * What a chain is that the generator of a release makes, where nothing else is said.
 * @param nodeVersion the release that is imitated: the newest known one where none is named
 */
export function usualChain(nodeVersion = newestRelease): ChainKind {
  const { compatibilityVersion, executorVersion } = newChainOf(
    isChainVersion(nodeVersion) ? nodeVersion : newestRelease,
  );
  return { nodeVersion, compatibilityVersion, executorVersion };
}
