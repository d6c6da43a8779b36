import type { ExecutorVersion } from "../../facts/releases/release";
import { newChainOf } from "../../facts/releases/releases";
import { isChainVersion } from "../../text/versions";

/** Versions and executor of an embedded chain for which nothing else is said. */
export interface ChainKind {
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: ExecutorVersion;
}

/** The release that is imitated where no one names one. */
const imitatedRelease = "3.16.4";

/** What a chain is that the generator of a version makes, where nothing else is said. */
export function usualChain(nodeVersion = imitatedRelease): ChainKind {
  const { compatibilityVersion, executorVersion } = newChainOf(
    isChainVersion(nodeVersion) ? nodeVersion : imitatedRelease,
  );
  return { nodeVersion, compatibilityVersion, executorVersion };
}
