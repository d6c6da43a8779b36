import { atLeast, isVersion } from "../../text/versions";
import type { KeySpec } from "./keySpec";

/** The release that a setting or an option names, without a `v` in front; undefined for `auto` and for whatever is none. */
export const namedRelease = (value: unknown): string | undefined =>
  typeof value === "string" && isVersion(value) ? value.replace(/^v/, "") : undefined;

/** How a release stands to a key. */
type Availability = "read" | "notYet" | "noLonger" | "never";

/** Whether a node of that release reads the key. */
export function availability(spec: KeySpec, version: string): Availability {
  if (spec.unread || spec.onInvalid === "none") return spec.until === undefined ? "never" : readUntil(spec, version);
  return readUntil(spec, version);
}

function readUntil(spec: KeySpec, version: string): Availability {
  if (!atLeast(version, spec.since)) return "notYet";
  const [from, before] = spec.absent ?? [];
  if (from !== undefined && before !== undefined && atLeast(version, from) && !atLeast(version, before)) {
    return "notYet";
  }
  // `until` names the last release that reads the key.
  return spec.until !== undefined && !atLeast(spec.until, version) ? "noLonger" : "read";
}
