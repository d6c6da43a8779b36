import { createPrivateKey, X509Certificate } from "node:crypto";
import { basename } from "node:path";
import { folderOnDisk } from "../../files/folderOnDisk";
import { type FolderFacts, folderFacts } from "../../nodeConfig/across/folderFacts";
import { isNodeFolder, type NodeIdentities, nodeIdentities, releaseStarted } from "../../nodeConfig/nodeFolder";

/** What the files of one node folder say about it (docs/protocol/node-folders.md, "Files"). */
export interface NodeFolder extends NodeIdentities {
  /** Absolute path of the folder that holds config.ini. */
  readonly path: string;
  /** Its name, which is how people name the node: `node0`. */
  readonly name: string;
  /** Whether it is a node's at all: many programs have a config.ini and a nodes.json. */
  readonly isNode: boolean;
  /** Version that the node printed when it started last, `3.16.0`. */
  readonly version: string | undefined;
  /** What other folders must agree with, or must not say too. */
  readonly facts: FolderFacts;
}

/** The release that the node of a folder printed when it started last. */
export const releaseIn = (path: string): Promise<string | undefined> => releaseStarted(folderOnDisk(path).readEnd);

/** Reads what identifies the node of that folder. Absent files leave members out. */
export async function readNodeFolder(path: string): Promise<NodeFolder> {
  const { read, list } = folderOnDisk(path);
  const identities = await nodeIdentities(read);
  const [isNode, version, facts] = await Promise.all([
    isNodeFolder(read, identities),
    releaseIn(path),
    folderFacts(path, read, { X509Certificate, createPrivateKey }, list),
  ]);
  return { path, name: basename(path), ...identities, isNode, version, facts };
}
