// Versions of nodes, of a chain's data and of compilers, such as 3.16.4.

const numbers = new Map<string, number>();
/** The texts of a chain are few and short; what a node says instead is not kept. */
const maxKept = 100;
const maxKeptLength = 32;

/**
 * The number that block headers carry: `3.16.4` is 0x03100400. A `v` in front and a suffix such as `-rc1` or `+commit.8a97fa7a` are
 * ignored, a part left out is 0.
 */
export function versionNumber(version: string): number {
  let number = numbers.get(version);
  if (number === undefined) {
    const part = (text = ""): number => Math.min(255, Number.parseInt(text, 10) || 0);
    const [major, minor, patch] = version.replace(/^v/i, "").split(".", 3);
    number = ((part(major) << 24) | (part(minor) << 16) | (part(patch) << 8)) >>> 0;
    if (numbers.size < maxKept && version.length <= maxKeptLength) numbers.set(version, number);
  }
  return number;
}

/** `3.16.0` for 0x03100000. */
export const versionText = (version: number): string =>
  [version >>> 24, (version >>> 16) & 0xff, (version >>> 8) & 0xff].join(".");

/** Negative when `left` is older. */
export const compareVersions = (left: string, right: string): number => versionNumber(left) - versionNumber(right);

/** Whether `version` is `min` or newer. */
export const atLeast = (version: string, min: string): boolean => versionNumber(version) >= versionNumber(min);

/** Whether a text names a release of 3.x, as `3.16.4`. */
export const isChainVersion = (text: string): boolean => /^3\.\d{1,2}\.\d{1,2}$/.test(text);

/** Whether a text names a release of any generation, such as `3.16.4`, `v2.9` or `3.0.0-rc1`. */
export const isVersion = (text: string): boolean => /^v?\d+(\.\d+){1,2}(-rc\d+)?$/.test(text);

/** Whether a text is the version of a chain's data as nodes read it: two or three numbers, each of which fits in a byte. */
export function isDataVersion(text: string): boolean {
  const parts = /^(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?$/.exec(text)?.slice(1);
  return parts?.every((part) => Number(part ?? 0) <= 255) ?? false;
}

/**
 * The number of a data version as the program of a node reads what a chain is told: every part may be any number of 32 bits, a fourth one
 * makes it forget the third (docs/protocol/release-3.17.md). Undefined for what it takes for no version.
 */
export function dataVersionIn(text: string): number | undefined {
  const fields = text.split(".");
  const [major = -1, minor = -1, patch = 0] = (fields.length === 3 ? fields : fields.slice(0, 2)).map((field) => {
    const number = /^[+-]?\d{1,12}$/.test(field) ? Number(field) : Number.NaN;
    return Math.abs(number) < 2 ** 32 ? number >>> 0 : Number.NaN;
  });
  if (fields.length < 2 || Number.isNaN(major + minor + patch) || major < 3 || major > 255) return undefined;
  return ((major << 24) + (minor << 16) + (patch << 8)) >>> 0;
}
