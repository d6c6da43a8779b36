import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { KnownNode } from "../../nodeConfig/analysis/analysisContext";

async function readDigits(path: string): Promise<string | undefined> {
  try {
    const digits = (await readFile(path, "utf8")).trim();
    return /^[0-9a-fA-F]+$/.test(digits) ? digits.toLowerCase() : undefined;
  } catch {
    // Not there, or not to be read: a folder without that identity.
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

/**
 * The identities a node folder shows in its `conf`, and whether the folder is one of a node at all. Of a collected file
 * (`node0.config.ini`) the identity may lie beside it under the same first name (`node0.ssl.nodeid`).
 */
export async function readNodeFolder(
  folder: string,
  fileName = "config.ini",
): Promise<{ node: KnownNode; isNodeFolder: boolean }> {
  const conf = join(folder, "conf");
  const first = fileName.split(".", 1)[0] ?? "";
  const digitsOf = async (name: string): Promise<string | undefined> =>
    (await readDigits(join(conf, name))) ??
    (fileName === "config.ini" ? undefined : await readDigits(join(folder, `${first}.${name}`)));
  const [consensusId, tlsId, smTlsId, names, confNames] = await Promise.all([
    digitsOf("node.nodeid"),
    digitsOf("ssl.nodeid"),
    digitsOf("sm_ssl.nodeid"),
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
