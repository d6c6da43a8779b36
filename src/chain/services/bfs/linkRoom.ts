import type { Address } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { requireCreatablePath } from "./bfsPath";
import { type BfsEntry, listDirectory } from "./listDirectory";
import { readLink } from "./readLink";

/** Where a link can be made. */
export interface LinkRoom {
  /** `/apps/Shop/1.0` */
  readonly path: string;
  /** Where the link leads that is there already, and would lead elsewhere. */
  readonly before: Address | undefined;
}

/** What stands at a path; undefined where nothing does. */
async function entriesAt(
  session: ChainSession,
  path: string,
  options?: RequestOptions,
): Promise<readonly BfsEntry[] | undefined> {
  try {
    return (await listDirectory(session, path, options)).entries;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "precompiled") return undefined;
    throw error;
  }
}

/**
 * Whether a link can be made, before anything is signed for it: its name and version, the directory above it, and what is there.
 * @param link `Shop/1.0` or `/apps/Shop/1.0`
 * @throws ChainError usage `linkName`, `linkPathTaken`, `bfsPath…`; `precompiled` −53001 for a chain without `/apps`.
 */
export async function linkRoom(session: ChainSession, link: string, options?: RequestOptions): Promise<LinkRoom> {
  const parts = link
    .trim()
    .replace(/^\/apps\//, "")
    .split("/");
  const [name = "", version = ""] = parts;
  if (parts.length !== 2 || name === "" || version === "") throw clientError("linkName", { given: link });
  const folder = `/apps/${name}`;
  const path = `${folder}/${version}`;
  requireCreatablePath(session, path);
  const before = await readLink(session, path, options);
  if (before) return { path, before };
  if (await entriesAt(session, path, options)) throw clientError("linkPathTaken", { path, taken: path });
  const above = await entriesAt(session, folder, options);
  if (!above) await listDirectory(session, "/apps", options);
  else if (above.some((entry) => entry.path === folder && entry.type !== "directory")) {
    throw clientError("linkPathTaken", { path, taken: folder });
  }
  return { path, before: undefined };
}
