import type { ServerCapabilities } from "vscode-languageserver/node";

type Capability = unknown;

const isRecord = (value: Capability): value is Record<string, Capability> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merged(one: Capability, other: Capability): Capability {
  if (one === undefined || one === null || one === false) return other;
  if (other === undefined || other === null || other === false) return one;
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  if (isRecord(one) && isRecord(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...keys].map((key) => [key, merged(one[key], other[key])]));
  }
  // `true` says that it is there, an object says how
  return isRecord(one) ? one : other;
}

/** What several give together: whatever one of them gives, with all trigger characters and kinds. */
export const mergeCapabilities = (...all: readonly ServerCapabilities[]): ServerCapabilities =>
  all.reduce((one, other) => merged(one, other) as ServerCapabilities, {});
