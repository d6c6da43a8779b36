import type { KeySpec } from "./keySpec";

/** The newest release whose behaviour is known here; assumed when nobody says which one runs. */
export const newestVersion = "3.16.4";

/** Every key asks for the same few releases again and again. */
const known = new Map<string, readonly number[]>();

function parts(version: string): readonly number[] {
  const before = known.get(version);
  if (before) return before;
  const numbers = version
    .replace(/^v/, "")
    .split(/[.-]/)
    .map((part) => Number.parseInt(part, 10) || 0);
  if (known.size > 500) known.clear();
  known.set(version, numbers);
  return numbers;
}

/** Whether `version` is `minimum` or newer; missing parts count as 0. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [a, b] = [parts(version), parts(minimum)];
  for (let index = 0; index < 3; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Whether a text names a release, such as `3.16.4` or `v3.2`. */
export function isVersion(value: string): boolean {
  return /^v?\d+(\.\d+){1,2}(-rc\d+)?$/.test(value);
}

/** How a release stands to a key. */
export type Availability = "read" | "notYet" | "noLonger" | "never";

/** Whether a node of that release reads the key. */
export function availability(spec: KeySpec, version: string): Availability {
  if (spec.unread || spec.onInvalid === "none") return spec.until === undefined ? "never" : readUntil(spec, version);
  return readUntil(spec, version);
}

function readUntil(spec: KeySpec, version: string): Availability {
  if (!isAtLeast(version, spec.since)) return "notYet";
  const [from, before] = spec.absent ?? [];
  if (from !== undefined && before !== undefined && isAtLeast(version, from) && !isAtLeast(version, before)) {
    return "notYet";
  }
  // `until` names the last release that reads the key.
  return spec.until !== undefined && !isAtLeast(spec.until, version) ? "noLonger" : "read";
}
