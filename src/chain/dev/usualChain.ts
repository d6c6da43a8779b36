/** Versions and executor of an embedded chain for which nothing else is said. */
export interface ChainKind {
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
}

const usual: ChainKind = { nodeVersion: "3.16.4", compatibilityVersion: "3.16.0", executorVersion: 1 };
/** From here on the generator of chains chooses the baseline executor. */
const firstBaseline = "3.15.3";

const versionNumbers = new Map<string, number>();

/** Version text as the number that headers carry: 3.16.4 is 0x03100400. */
export function versionNumber(version: string): number {
  let number = versionNumbers.get(version);
  if (number === undefined) {
    const [major = 0, minor = 0, patch = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
    number = ((major << 24) | (minor << 16) | (patch << 8)) >>> 0;
    if (versionNumbers.size < 100) versionNumbers.set(version, number); // the texts of a chain are few
  }
  return number;
}

/** Whether `version` is `least` or newer. */
export const atLeast = (version: string, least: string): boolean => versionNumber(version) >= versionNumber(least);

/** What a chain is that the generator of a version makes, where nothing else is said. */
export function usualChain(nodeVersion = usual.nodeVersion): ChainKind {
  if (!/^3\.\d{1,2}\.\d{1,2}$/.test(nodeVersion)) return { ...usual, nodeVersion };
  return {
    nodeVersion,
    compatibilityVersion: atLeast(nodeVersion, usual.compatibilityVersion) ? usual.compatibilityVersion : nodeVersion,
    executorVersion: atLeast(nodeVersion, firstBaseline) ? usual.executorVersion : 0,
  };
}
