import { dataVersion } from "../host/versions";

const deepest = 6;
const segmentBefore32 = /^[0-9a-zA-Z][^><*?/=+()$"']*$/s;
const segment = /^\w[\w\-#@.]*$/;

/** Whether the path may name a file at all (docs/protocol/built-in-contracts.md, "BFS paths"). A byte string. */
export function isValidPath(path: string, version: number): boolean {
  const longest = version >= dataVersion.v3_3 ? 128 : 56;
  if (path === "" || path.length > longest) return false;
  if (path === "/") return true;
  const segments = path.replace(/^\//, "").replace(/\/$/, "").split(/\/+/);
  const allowed = version >= dataVersion.v3_2 ? segment : segmentBefore32;
  return segments.length <= deepest && segments.every((name) => allowed.test(name));
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
