import { createPrivateKey, X509Certificate } from "node:crypto";
import { open, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type FolderFacts, folderFacts } from "../../nodeConfig/across/folderFacts";
import type { KnownNode } from "../../nodeConfig/analysis/analysisContext";
import { identityInFile, startedVersion } from "../../nodeConfig/nodeFolderFacts";

const bannerBytes = 64 * 1024;

/** What a node folder tells about its node. */
export interface FoundNode {
  readonly node: KnownNode;
  readonly isNodeFolder: boolean;
  /** The release that ran last. */
  readonly version: string | undefined;
}

async function readDigits(path: string): Promise<string | undefined> {
  try {
    return identityInFile(await readFile(path, "utf8"));
  } catch {
    // Not there, or not to be read: a folder without that identity.
    return undefined;
  }
}

/**
 * The release the node printed when it started last (docs/protocol/config-ini.md, "Rules"): its banner stands in `nohup.out`, of
 * which only the end is looked at.
 */
async function readStartedVersion(folder: string): Promise<string | undefined> {
  try {
    const file = await open(join(folder, "nohup.out"));
    try {
      const { size } = await file.stat();
      const length = Math.min(size, bannerBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return startedVersion(buffer.toString("utf8", 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    // Never started here, or not to be read: nobody knows the release.
    return undefined;
  }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** What a node folder says that others must agree with, or must not say too. */
export function readFolderFacts(folder: string): Promise<FolderFacts> {
  return folderFacts(
    folder,
    (name) => readFile(join(folder, name), "utf8").catch(() => undefined),
    { X509Certificate, createPrivateKey },
    (name) => readdir(join(folder, name)).catch(() => []),
  );
}

/**
 * The identities a node folder shows in its `conf`, and whether the folder is one of a node at all. Of a collected file
 * (`node0.config.ini`) the identity may lie beside it under the same first name (`node0.ssl.nodeid`).
 */
export async function readNodeFolder(folder: string, fileName = "config.ini"): Promise<FoundNode> {
  const conf = join(folder, "conf");
  const first = fileName.split(".", 1)[0] ?? "";
  const digitsOf = async (name: string): Promise<string | undefined> =>
    (await readDigits(join(conf, name))) ??
    (fileName === "config.ini" ? undefined : await readDigits(join(folder, `${first}.${name}`)));
  const [consensusId, tlsId, smTlsId, version, names, confNames] = await Promise.all([
    digitsOf("node.nodeid"),
    digitsOf("ssl.nodeid"),
    digitsOf("sm_ssl.nodeid"),
    readStartedVersion(folder),
    listNames(folder),
    listNames(conf),
  ]);
  return {
    node: {
      name: basename(folder),
      ...(consensusId === undefined ? {} : { consensusId }),
      ...(tlsId === undefined ? {} : { tlsId }),
      ...(smTlsId === undefined ? {} : { smTlsId }),
    },
    version,
    isNodeFolder: names.includes("config.genesis") || confNames.some((name) => /\.nodeid$|^node\.pem$/.test(name)),
  };
}

/** The node folders beside the one of a file: those whose IDs its lists may name. */
export async function readNeighbours(folder: string): Promise<KnownNode[]> {
  const parent = dirname(folder);
  const names = (await listNames(parent)).slice(0, 200);
  const found = await Promise.all(names.map((name) => readNodeFolder(join(parent, name))));
  return found.filter(({ isNodeFolder }) => isNodeFolder).map(({ node }) => node);
}
