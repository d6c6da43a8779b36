import type { ExecutorVersion } from "../../facts/releases/release";
import { newChainOf, newestRelease } from "../../facts/releases/releases";
import { isChainVersion } from "../../text/versions";

/** Versions and executor of an embedded chain for which nothing else is said. */
export interface ChainKind {
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: ExecutorVersion;
}

/**
 * What a chain is that the generator of a release makes, where nothing else is said.
 * @param nodeVersion the release that is imitated: the newest known one where no one names one
 */
export function usualChain(nodeVersion = newestRelease): ChainKind {
  const { compatibilityVersion, executorVersion } = newChainOf(
    isChainVersion(nodeVersion) ? nodeVersion : newestRelease,
  );
  return { nodeVersion, compatibilityVersion, executorVersion };
}
