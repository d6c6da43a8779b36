import { createPrivateKey, X509Certificate } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type FolderFacts, folderFacts } from "../../nodeConfig/across/folderFacts";
import { identityInFile, startedVersion } from "../../nodeConfig/nodeFolderFacts";
import { looksLikeNodeConfig } from "../../nodeConfig/recognizeNodeConfig";

/** What the files of one node folder say about it (docs/protocol/node-folders.md §1). */
export interface NodeFolder {
  /** Absolute path of the folder that holds config.ini. */
  path: string;
  /** Its name, which is how people name the node: `node0`. */
  name: string;
  /** 128 digits of `conf/node.nodeid`, lower case: the consensus identity. */
  consensusId?: string;
  /** 512 digits of `conf/ssl.nodeid`, lower case: the TLS identity under RSA. */
  tlsId?: string;
  /** 128 digits of `conf/sm_ssl.nodeid`, lower case: the TLS identity under SM. */
  smTlsId?: string;
  /** Version that the node printed when it started last (`nohup.out`), `3.16.0`. */
  version?: string;
  /** What other folders must agree with, or must not say too. */
  facts?: FolderFacts;
}

const idFiles = [
  ["consensusId", "node.nodeid", 128],
  ["tlsId", "ssl.nodeid", 512],
  ["smTlsId", "sm_ssl.nodeid", 128],
] as const;

/** At most this much of `nohup.out` is looked at: the banner stands at each start. */
const bannerBytes = 64 * 1024;

async function readText(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= 4 * 1024 * 1024 ? await readFile(path, "utf8") : undefined;
  } catch {
    return undefined; // absent or unreadable: the folder simply does not tell
  }
}

/** Reads what identifies the node of that folder. Absent files leave members out. */
export async function readNodeFolder(path: string): Promise<NodeFolder> {
  const folder: NodeFolder = { path, name: basename(path) };
  const texts = await Promise.all(idFiles.map(([, file]) => readText(join(path, "conf", file))));
  idFiles.forEach(([member, , digits], index) => {
    const id = identityInFile(texts[index], digits);
    if (id !== undefined) folder[member] = id;
  });
  const version = startedVersion((await readText(join(path, "nohup.out")))?.slice(-bannerBytes));
  if (version) folder.version = version;
  folder.facts = await folderFacts(
    path,
    (name) => readText(join(path, name)),
    { X509Certificate, createPrivateKey },
    (name) => readdir(join(path, name)).catch(() => []),
  );
  return folder;
}

/**
 * Whether a folder is a node's: it has an identity file, or a config.genesis or config.ini that only a node reads. Many programs have
 * a `nodes.json`, and theirs stays alone.
 */
export async function isNodeFolder(path: string): Promise<boolean> {
  const { consensusId, tlsId, smTlsId } = await readNodeFolder(path);
  if (consensusId ?? tlsId ?? smTlsId) return true;
  for (const name of ["config.genesis", "config.ini"] as const) {
    const text = await readText(join(path, name));
    if (text !== undefined && looksLikeNodeConfig(text, name)) return true;
  }
  return false;
}
