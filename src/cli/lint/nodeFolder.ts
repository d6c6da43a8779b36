import { createPrivateKey, X509Certificate } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute } from "node:path";
import { folderOnDisk } from "../../files/folderOnDisk";
import { namedPath } from "../../files/namedPath";
import { type FolderFacts, folderFacts } from "../../nodeConfig/across/folderFacts";
import type { KnownNode } from "../../nodeConfig/analysis/analysisContext";
import { isNodeFolder, nodeIdentities, releaseStarted } from "../../nodeConfig/nodeFolder";

/** What a node folder tells about its node. */
interface FoundNode {
  readonly node: KnownNode;
  readonly isNodeFolder: boolean;
  /** The release that ran last. */
  readonly version: string | undefined;
}

/** Of this computer alone: a path of another system, or one that a network may answer, isn't looked at. */
async function isThere(path: string): Promise<boolean | undefined> {
  if (!isAbsolute(path) || path.startsWith("//") || path.startsWith("\\\\")) return undefined;
  try {
    await stat(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? false : undefined;
  }
}

/**
 * What a node folder says that others must agree with, or must not say too.
 * @param nodeVersion the release that a person named for it, before the one that ran last
 */
export const readFolderFacts = (folder: string, nodeVersion?: string): Promise<FolderFacts> =>
  folderFacts(folder, folderOnDisk(folder), { X509Certificate, createPrivateKey }, nodeVersion, isThere);

/**
 * The identities a node folder shows in its `conf`, and whether the folder is one of a node at all. Of a collected file
 * (`node0.config.ini`) the identity may lie beside it under the same first name (`node0.ssl.nodeid`).
 */
export async function readNodeFolder(folder: string, fileName = "config.ini"): Promise<FoundNode> {
  const files = folderOnDisk(folder);
  const { read } = files;
  const first = fileName.split(".", 1)[0] ?? "";
  const beside = (name: string): Promise<string | undefined> => read(`${first}.${basename(name)}`);
  const [own, collected, version] = await Promise.all([
    nodeIdentities(read),
    fileName === "config.ini" ? {} : nodeIdentities(beside),
    releaseStarted(files),
  ]);
  return {
    node: { name: basename(folder), ...collected, ...own },
    version,
    isNodeFolder: await isNodeFolder(read, own),
  };
}

/** The node folders beside the one of a file: those whose IDs its lists may name. */
export async function readNeighbours(folder: string): Promise<KnownNode[]> {
  const parent = dirname(folder);
  const names = (await readdir(parent).catch(() => [])).slice(0, 200);
  const nodes = await Promise.all(
    names.map(async (name): Promise<KnownNode[]> => {
      const folder = namedPath(name, parent);
      if (folder === undefined) return [];
      const { read } = folderOnDisk(folder);
      const own = await nodeIdentities(read);
      return (await isNodeFolder(read, own)) ? [{ name, ...own }] : [];
    }),
  );
  return nodes.flat();
}
