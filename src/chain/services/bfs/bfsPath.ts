import { clientError } from "../../../errors/clientError";
import { atLeast } from "../../../text/versions";
import { bfsLimits, isBfsName, levelsOf } from "../../abi/builtInLimits";
import type { ChainSession } from "../../session";

/**
 * A path as a person types it, made absolute: relative to the working directory, `~` is `/apps`, `.` and `..` are resolved. The
 * node does none of that.
 */
export function absoluteBfsPath(text: string, workingDirectory = "/apps"): string {
  const typed = text.trim().replace(/^~(?=\/|$)/, "/apps");
  const segments: string[] = [];
  for (const segment of (typed.startsWith("/") ? typed : `${workingDirectory}/${typed}`).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** Name of the last segment; `/` for the root. */
export function bfsName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || "/";
}

/**
 * The node's rules for a path to be created (docs/protocol/precompiled-contracts.md, "BFS").
 * @throws ChainError usage `bfsPathTooLong`, `bfsPathTooDeep`, `bfsPathCharacter` or `bfsPathNotAllowed`.
 */
export function requireCreatablePath(session: ChainSession, path: string): void {
  const maxLength = atLeast(session.compatibilityVersion, "3.3.0") ? bfsLimits.path : bfsLimits.pathBefore3_3;
  const segments = path.split("/").filter((segment) => segment !== "");
  if (path.length > maxLength) throw clientError("bfsPathTooLong", { path, maxLength, length: path.length });
  const levels = levelsOf(path);
  if (levels > bfsLimits.levels) throw clientError("bfsPathTooDeep", { path, levels });
  const odd = segments.find((segment) => !isBfsName(segment));
  if (odd !== undefined) throw clientError("bfsPathCharacter", { path, segment: odd });
  if (!/^\/(apps|tables)\/./.test(path)) throw clientError("bfsPathNotAllowed", { path });
}
