import { atLeast, isChainVersion } from "../../text/versions";

/** Versions and executor of an embedded chain for which nothing else is said. */
export interface ChainKind {
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
}

const usual: ChainKind = { nodeVersion: "3.16.4", compatibilityVersion: "3.16.0", executorVersion: 1 };
/** From here on the generator of chains chooses the baseline executor. */
const firstBaseline = "3.15.3";

/** What a chain is that the generator of a version makes, where nothing else is said. */
export function usualChain(nodeVersion = usual.nodeVersion): ChainKind {
  if (!isChainVersion(nodeVersion)) return { ...usual, nodeVersion };
  return {
    nodeVersion,
    compatibilityVersion: atLeast(nodeVersion, usual.compatibilityVersion) ? usual.compatibilityVersion : nodeVersion,
    executorVersion: atLeast(nodeVersion, firstBaseline) ? usual.executorVersion : 0,
  };
}
