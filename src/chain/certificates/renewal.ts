import { constants } from "node:fs";
import { chown, copyFile, link, lstat, rename } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { givenPath } from "../../files/namedPath";
import { maxBytes, readRegularText, readTextIn } from "../../files/regularFile";
import { writeWholeFile } from "../../files/wholeFile";
import { certificatePaths } from "../../nodeConfig/certificates/certificates";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { type Authority, readAuthority, renewCertificate, trustsAuthority } from "./renewCertificate";

/** Longer than any chain lives, and still a time that certificates can say. */
export const maxCertificateDays = 36_500;
export const usualCertificateDays = 3650;

/** What is renewed, and where. Nothing of it is written yet. */
export interface CertificateRenewal {
  /** Absolute. */
  readonly folder: string;
  /** A node reads its certificates when it starts, a client when it connects. */
  readonly owner: "node" | "client";
  /** Below the folder, with `/`. */
  readonly file: string;
  readonly endedAtMs: number;
  readonly endsAtMs: number;
  /** The file beside it that keeps the old certificate. */
  readonly keptAs: string;
  readonly pem: string;
}

interface TlsFolder {
  readonly path: string;
  readonly owner: CertificateRenewal["owner"];
  readonly sm: boolean;
  /** Paths below the folder. */
  readonly authority: string;
  readonly certificates: readonly string[];
}

const clientFiles = {
  standard: ["sdk.crt", "ssl.crt"],
  sm: ["sm_sdk.crt", "sm_ensdk.crt", "sm_ssl.crt", "sm_enssl.crt"],
};

/** The TLS files of a node folder by its config.ini, or of a folder that holds nothing else. @throws ChainError usage `noCertificates` */
async function tlsFolder(path: string): Promise<TlsFolder> {
  const read = (name: string) => readTextIn(path, name, maxBytes.configuration);
  const config = await read("config.ini");
  const named = config === undefined ? undefined : certificatePaths(parseDocument(config));
  if (named) {
    const sm = named.own.length > 1;
    return { path, owner: "node", sm, authority: named.authority, certificates: named.own };
  }
  for (const [authority, names] of [
    ["ca.crt", clientFiles.standard],
    ["sm_ca.crt", clientFiles.sm],
  ] as const) {
    if ((await read(authority)) === undefined) continue;
    const texts = await Promise.all(names.map(read));
    const certificates = names.filter((_, index) => texts[index] !== undefined);
    const owner = certificates.some((name) => /^(?:sm_)?(?:en)?ssl\./.test(name)) ? "node" : "client";
    if (certificates.length > 0) return { path, owner, sm: authority !== "ca.crt", authority, certificates };
  }
  throw clientError("noCertificates", { path });
}

/**
 * The chain's CA: in the folder that is named, else where the chain builder leaves it beside the nodes (docs/protocol/node-folders.md).
 * @throws ChainError usage `noAuthorityKey`, `authorityMismatch`
 */
async function authorityOf(folder: TlsFolder, named: string | undefined): Promise<Authority> {
  const files = folder.sm ? (["sm_ca.crt", "sm_ca.key"] as const) : (["ca.crt", "ca.key"] as const);
  const above = [dirname(folder.path), dirname(dirname(folder.path))];
  const places = named === undefined ? above.map((each) => join(each, "ca")) : [named];
  for (const place of places) {
    const [pem, key] = await Promise.all(files.map((name) => readTextIn(place, name, maxBytes.key)));
    if (pem !== undefined && key !== undefined) return readAuthority(pem, key, place);
  }
  throw clientError("noAuthorityKey", { files: [...files], places });
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A name beside the file that nothing has: `ssl.crt.old-2026-11-29`. */
async function freeName(path: string, nowMs: number): Promise<string> {
  for (let count = 1; ; count++) {
    const name = `${basename(path)}.old-${day(nowMs)}${count === 1 ? "" : `-${count}`}`;
    const taken = await lstat(join(dirname(path), name)).catch(() => undefined);
    if (!taken) return name;
  }
}

/**
 * Issues the certificates of node and client folders again, in memory. No private key but the CA's is read.
 * @param folders of nodes, or of clients (`sdk`)
 * @throws ChainError usage `noCertificates`, `noCertificate`, `noAuthorityKey`, `authorityMismatch`, `foreignAuthority`, `authorityEnded`
 */
export async function planRenewal(
  folders: readonly string[],
  {
    authority: named,
    days = usualCertificateDays,
    nowMs = Date.now(),
  }: { readonly authority?: string | undefined; readonly days?: number; readonly nowMs?: number } = {},
): Promise<readonly CertificateRenewal[]> {
  const found: CertificateRenewal[] = [];
  for (const folder of await Promise.all(folders.map((path) => tlsFolder(resolve(path))))) {
    const authority = await authorityOf(folder, named && resolve(named));
    const trusted = await readTextIn(folder.path, folder.authority, maxBytes.configuration);
    // what the others' certificates are checked by has to be this authority, or they refuse each other
    if (trusted === undefined || !trustsAuthority(authority, trusted))
      throw clientError("foreignAuthority", { path: join(folder.path, folder.authority) });
    for (const file of folder.certificates) {
      const path = join(folder.path, file);
      const isFile = (await lstat(path).catch(() => undefined))?.isFile();
      if (!isFile) throw clientError("noCertificate", { path });
      const text = await readRegularText(givenPath(path), maxBytes.key);
      const { pem, endedAtMs, endsAtMs } = renewCertificate(text, authority, { days, nowMs, path });
      const keptAs = await freeName(path, nowMs);
      found.push({ folder: folder.path, owner: folder.owner, file, endedAtMs, endsAtMs, keptAs, pem });
    }
  }
  return found;
}

/**
 * Writes what was planned: each old file is kept under its new name, each new one is there whole. Where one can't be written, all are as
 * they were.
 * @throws Error of the file system
 */
export async function carryOutRenewal(renewals: readonly CertificateRenewal[]): Promise<void> {
  const done: { readonly path: string; readonly kept: string }[] = [];
  try {
    for (const { folder, file, keptAs, pem } of renewals) {
      const path = join(folder, file);
      const kept = join(dirname(path), keptAs);
      // a second name of the same file keeps its owner and its mode; not every file system has them
      await link(path, kept).catch(() => copyFile(path, kept, constants.COPYFILE_EXCL));
      done.push({ path, kept });
      const { uid, gid } = await lstat(path);
      await writeWholeFile(path, pem, 0o600);
      // a node that another user runs has to read it
      if (process.getuid !== undefined && uid !== process.getuid()) await chown(path, uid, gid);
    }
  } catch (error) {
    for (const { path, kept } of done) await rename(kept, path);
    throw error;
  }
}
