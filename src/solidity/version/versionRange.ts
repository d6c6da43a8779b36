/** Parts of a version; −1 where it is left open (`0.8`, `0.8.x`). */
type Numbers = readonly [number, number, number];

interface Bound {
  readonly operator: string;
  readonly numbers: Numbers;
  /** How many parts are written. */
  readonly levels: number;
}

/** What fits when every bound of one of the lists does. */
type VersionRange = readonly (readonly Bound[])[];

const boundPattern = /(\^|~|>=|<=|>|<|=)?\s*v?(\d+|[xX*])(?:\s*\.\s*(\d+|[xX*]))?(?:\s*\.\s*(\d+|[xX*]))?/y;

function readBound(text: string, at: number): { bound: Bound; end: number } | undefined {
  boundPattern.lastIndex = at;
  const match = boundPattern.exec(text);
  if (!match) return undefined;
  const parts = match.slice(2, 5).map((part) => (part === undefined || !/^\d/.test(part) ? -1 : Number(part)));
  const [major = -1, minor = -1, patch = -1] = parts;
  const written = match.slice(2, 5).filter((part) => part !== undefined).length;
  return {
    bound: { operator: match[1] ?? "=", numbers: [major, minor, patch], levels: written },
    end: boundPattern.lastIndex,
  };
}

/** `^` and `~` as two bounds each, as the compilers take them. */
function widened({ operator, numbers, levels }: Bound): Bound[] {
  if (operator !== "^" && operator !== "~") return [{ operator, numbers, levels }];
  let held = operator === "~" ? Math.min(levels, 2) : 1;
  if (operator === "^" && numbers[0] === 0 && levels > 1) held = numbers[1] === 0 && levels > 2 ? 3 : 2;
  return [
    { operator: ">=", numbers, levels },
    { operator: "<=", numbers, levels: held },
  ];
}

function readConjunction(text: string): Bound[] | undefined {
  const bounds: Bound[] = [];
  let at = 0;
  const skipBlanks = (): void => {
    while (at < text.length && /\s/.test(text[at] ?? "")) at++;
  };
  skipBlanks();
  while (at < text.length) {
    const read = readBound(text, at);
    if (!read) return undefined;
    at = read.end;
    const afterFirst = at;
    skipBlanks();
    if (text[at] !== "-") {
      bounds.push(...widened(read.bound));
      continue;
    }
    at++;
    skipBlanks();
    const last = readBound(text, at);
    if (!last || afterFirst === at) return undefined;
    at = last.end;
    skipBlanks();
    bounds.push({ ...read.bound, operator: ">=" }, { ...last.bound, operator: "<=" });
  }
  return bounds.length > 0 ? bounds : undefined;
}

/**
 * Reads what stands behind `pragma solidity`, as the compilers do: bounds need no blank between them (`>=0.6.10<0.8.20`), `^`, `~`,
 * comparisons, `a - b`, `||`, versions in part (`0.8`, `0.8.x`, `*`) and quotes. Undefined for what no compiler reads.
 */
export function readVersionRange(text: string): VersionRange | undefined {
  const lists: (readonly Bound[])[] = [];
  for (const part of text.replace(/["']/g, " ").split("||")) {
    const bounds = readConjunction(part);
    if (!bounds) return undefined;
    lists.push(bounds);
  }
  return lists;
}

/** `0.8.26` → its numbers; undefined for something else. */
export function versionParts(version: string): readonly [number, number, number] | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:$|[-+])/.exec(version.trim());
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** A version as releases are called, however it is written (`v0.8.26`, `0.8.26+commit.8a97fa7a`); undefined for something else. */
export const exactVersion = (text: string): string | undefined => versionParts(text)?.join(".");

function fits(bound: Bound, parts: Numbers): boolean {
  let order = 0;
  for (let i = 0; i < bound.levels && order === 0; i++) {
    const number = bound.numbers[i] ?? -1;
    if (number >= 0) order = (parts[i] ?? 0) - number;
  }
  if (bound.operator === ">=") return order >= 0;
  if (bound.operator === "<=") return order <= 0;
  if (bound.operator === ">") return order > 0;
  if (bound.operator === "<") return order < 0;
  return order === 0;
}

/** Whether the version is in the range. */
export function satisfies(version: string, range: VersionRange): boolean {
  const parts = versionParts(version);
  if (!parts) return false;
  return range.some((bounds) => bounds.every((bound) => fits(bound, parts)));
}

/** Whether all pragmas allow a version. One that no compiler reads is left to the compiler, which says so at its place. */
export function allows(pragmas: readonly string[]): (version: string) => boolean {
  const ranges = pragmas.map(readVersionRange).filter((range) => range !== undefined);
  return (version) => ranges.every((range) => satisfies(version, range));
}
