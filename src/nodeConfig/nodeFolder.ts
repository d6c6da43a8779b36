import { detachedText } from "../text/shortText";
import type { KnownNode } from "./analysis/analysisContext";
import { looksLikeNodeConfig } from "./detectFile";

// What the small files of a node folder say, whichever program reads them (docs/protocol/config-ini.md, "Access lists").

/** The banner's line is shorter than this. */
const bannerLength = 200;

/**
 * The release that a node printed when it started last, `3.16.0`: every start writes a banner into `nohup.out`. Takes that file's
 * text, of which the end is enough.
 */
export function startedVersion(nohup: string | undefined): string | undefined {
  const last = nohup?.lastIndexOf("FISCO BCOS Version") ?? -1;
  if (nohup === undefined || last < 0) return undefined;
  return /^FISCO BCOS Version\s*:\s*v?(\d+\.\d+\.\d+)/.exec(nohup.slice(last, last + bannerLength))?.[1];
}

/** The digits in an identity file (`conf/*.nodeid`), lower case; `undefined` when it holds no ID of that many digits. */
function identityInFile(content: string | undefined, digits: 128 | 512): string | undefined {
  const id = content?.trim().toLowerCase();
  return id !== undefined && id.length === digits && /^[0-9a-f]+$/.test(id) ? id : undefined;
}

/** The report that a node writes after each block it commits (docs/protocol/node-folders.md, "Logs"). */
const report = "^Report";
const height = /[^\w]committedIndex=(\d{1,20})/;
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/** The last height that a node's log tells of, and when it was written there (local time of the node). */
export function heightInLog(text: string): { height: bigint; at: string } | undefined {
  // From the end, a line once: whatever stands in the file, no character is looked at twice.
  for (let end = text.length; ; ) {
    const found = end > 0 ? text.lastIndexOf(report, end - 1) : -1;
    if (found < 0) return undefined;
    const start = text.lastIndexOf("\n", found) + 1;
    const stop = text.indexOf("\n", found);
    const line = text.slice(start, stop < 0 ? text.length : stop);
    const bar = line.indexOf("|");
    const at = bar < 0 || bar > found - start ? undefined : time.exec(line.slice(bar + 1, bar + 20))?.[0];
    const index = height.exec(line.slice(line.indexOf(report) + report.length))?.[1];
    if (at !== undefined && index !== undefined) return { at: detachedText(at), height: BigInt(index) };
    end = start;
  }
}

/** Reads a file of a node folder by its path below it; undefined where there is none. */
export type FolderReader = (name: string) => Promise<string | undefined>;

/** Names of the files of a folder below a node folder; none where there is no such folder. */
export type FolderLister = (name: string) => Promise<readonly string[]>;

/** How the files of a node folder are read, below the folder. */
export interface FolderFiles {
  readonly read: FolderReader;
  /** The last bytes of a file that grows, as text. */
  readonly readEnd: (name: string, max: number) => Promise<string | undefined>;
  readonly list: FolderLister;
}

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

/** Files of which something is said, as patterns to watch: configuration, keys, the script, and what tells the node and its release. */
export const nodeFolderFiles: readonly string[] = [
  "**/config.ini",
  "**/config.genesis",
  "**/nodes.json",
  "**/conf/*.nodeid",
  "**/conf/*.{crt,key,pem}",
  "**/start.sh",
  `**/${printedName}`,
];

/** The banner stands at each start: the end of what a node printed has the last one, unless it has printed much since. */
const startedBytes = 4 * 1024 * 1024;

/** The release that a node printed when it started last. `readEnd` gives the last bytes of a file of its folder as text. */
export const releaseStarted = async ({ readEnd }: Pick<FolderFiles, "readEnd">): Promise<string | undefined> =>
  startedVersion(await readEnd(printedName, startedBytes));
