// Versions of nodes and of a chain's data, such as 3.16.4.

const numbers = new Map<string, number>();
/** The texts of a chain are few and short; what a node says instead is not kept. */
const mostKept = 100;
const longestKept = 16;

/** The number that block headers carry: `3.16.4` is 0x03100400. A `v` in front and a suffix such as `-rc1` are ignored, a part left out is 0. */
export function versionNumber(version: string): number {
  let number = numbers.get(version);
  if (number === undefined) {
    const part = (text = ""): number => Math.min(255, Number.parseInt(text, 10) || 0);
    const [major, minor, patch] = version.replace(/^v/i, "").split(".", 3);
    number = ((part(major) << 24) | (part(minor) << 16) | (part(patch) << 8)) >>> 0;
    if (numbers.size < mostKept && version.length <= longestKept) numbers.set(version, number);
  }
  return number;
}

/** Whether `version` is `least` or newer. */
export const atLeast = (version: string, least: string): boolean => versionNumber(version) >= versionNumber(least);

/** Whether a text names a release of 3.x, as `3.16.4`. */
export const isChainVersion = (text: string): boolean => /^3\.\d{1,2}\.\d{1,2}$/.test(text);
