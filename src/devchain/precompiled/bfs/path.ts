import { bfsLimits, isBfsName } from "../../../chain/abi/builtInLimits";
import type { BlockRules } from "../host/host";
import { dataVersion } from "../host/versions";

const segmentBefore32 = /^[0-9a-zA-Z][^><*?/=+()$"']*$/s;

/** Whether the path may name a file at all (docs/protocol/built-in-contracts.md, "BFS paths"). A byte string. */
export function isValidPath(
  path: string,
  { version, hasFeature }: Pick<BlockRules, "version" | "hasFeature">,
): boolean {
  const maxLength = version >= dataVersion.v3_3 ? bfsLimits.path : bfsLimits.pathBefore3_3;
  if (path === "" || path.length > maxLength) return false;
  if (path === "/") return true;
  const segments = path.replace(/^\//, "").replace(/\/$/, "").split(/\/+/);
  const isAllowed = version >= dataVersion.v3_2 ? isBfsName : (name: string) => segmentBefore32.test(name);
  if (hasFeature("bugfix_auth_check") && segments.some((name) => name.endsWith("_accessAuth"))) return false;
  return segments.length <= bfsLimits.levels && segments.every(isAllowed);
}

/** Folder and last name of a path; one trailing slash does not count. */
export function splitPath(path: string): { parent: string; name: string } {
  if (path === "/") return { parent: "/", name: "/" };
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  const slash = trimmed.lastIndexOf("/");
  // A path without a slash is its own folder in the node's reading.
  const parent = slash < 0 ? trimmed : trimmed.slice(0, slash);
  return { parent: parent === "" ? "/" : parent, name: trimmed.slice(slash + 1) };
}

/** The path under a folder: one leading slash of the path falls away. */
export const under = (folder: string, path: string): string => `${folder}/${path.replace(/^\//, "")}`;
