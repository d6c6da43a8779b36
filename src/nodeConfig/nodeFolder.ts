import type { KnownNode } from "./analysis/analysisContext";
import { identityInFile, startedVersion } from "./nodeFolderFacts";
import { looksLikeNodeConfig } from "./recognizeNodeConfig";

/** Reads a file of a node folder by its path below it; undefined where there is none. */
export type FolderReader = (name: string) => Promise<string | undefined>;

/** Names of the files of a folder below a node folder; none where there is no such folder. */
export type FolderLister = (name: string) => Promise<readonly string[]>;

/** Paths that lead out of the folder are not followed: they may mean another computer. */
export const leadsOut = (path: string): boolean => /^[\\/]|^[A-Za-z]:|\.\./u.test(path);

/** Whether something of that name lies there, though it can't be read as a file: a folder, or one for which permission is missing. */
export async function liesThere(name: string, list: FolderLister | undefined): Promise<boolean> {
  const parts = name.split("/").filter((part, at) => part !== "." && (part !== "" || at === 0));
  const last = parts.pop();
  if (!last || !list) return false;
  return (await list(parts.length === 0 ? "." : parts.join("/") || "/")).includes(last);
}

/** Who a node is, by its identity files. */
export type NodeIdentities = Pick<KnownNode, "consensusId" | "tlsId" | "smTlsId">;

/** The identities of a node folder; absent files leave members out (docs/protocol/node-folders.md, "Files"). */
export async function nodeIdentities(read: FolderReader): Promise<NodeIdentities> {
  const [consensusId, tlsId, smTlsId] = await Promise.all([
    read("conf/node.nodeid").then((text) => identityInFile(text, 128)),
    read("conf/ssl.nodeid").then((text) => identityInFile(text, 512)),
    read("conf/sm_ssl.nodeid").then((text) => identityInFile(text, 128)),
  ]);
  return {
    ...(consensusId === undefined ? {} : { consensusId }),
    ...(tlsId === undefined ? {} : { tlsId }),
    ...(smTlsId === undefined ? {} : { smTlsId }),
  };
}

/**
 * Whether a folder is a node's: it shows an identity, or has a config.genesis or config.ini that only a node reads. Many programs have
 * files of these names, and theirs stay alone.
 */
export async function isNodeFolder(read: FolderReader, known?: NodeIdentities): Promise<boolean> {
  const { consensusId, tlsId, smTlsId } = known ?? (await nodeIdentities(read));
  if (consensusId ?? tlsId ?? smTlsId) return true;
  for (const name of ["config.genesis", "config.ini"] as const) {
    const text = await read(name);
    if (text !== undefined && looksLikeNodeConfig(text, name)) return true;
  }
  return false;
}

/** What a node prints, its release among it, goes to this file (docs/protocol/node-folders.md, "Files"). */
export const printedName = "nohup.out";

export const isPrinted = (path: string): boolean => path.split(/[\\/]/).at(-1) === printedName;

/** Files by which a node is known, as patterns to watch: configuration, and what tells who it is and which release it runs. */
export const nodeFolderFiles: readonly string[] = [
  "**/config.ini",
  "**/config.genesis",
  "**/nodes.json",
  "**/conf/*.nodeid",
  "**/conf/*.{crt,key}",
  `**/${printedName}`,
];

/** The banner stands at each start: the end of what a node printed has the last one, unless it has printed much since. */
const startedBytes = 4 * 1024 * 1024;

/** The release that a node printed when it started last. `readEnd` gives the last bytes of a file of its folder as text. */
export const releaseStarted = async (
  readEnd: (name: string, max: number) => Promise<string | undefined>,
): Promise<string | undefined> => startedVersion(await readEnd(printedName, startedBytes));
