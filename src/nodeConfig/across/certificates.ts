import { flag } from "../analysis/conditionalKeys";
import type { IniDocument } from "../document/iniDocument";
import type { FolderLister, FolderReader } from "../nodeFolder";

/** A certificate, as the host's cryptography reads it (`X509Certificate` of Node is one). */
export interface ReadCertificate {
  readonly fingerprint256: string;
  /** As OpenSSL prints a time, which `Date.parse` takes. */
  readonly validTo: string;
  readonly publicKey: unknown;
  checkIssued(other: never): boolean;
  verify(publicKey: never): boolean;
  checkPrivateKey(key: never): boolean;
}

/** The host's cryptography: this room has none of its own. */
export interface CertificateTools {
  readonly X509Certificate: new (pem: string) => ReadCertificate;
  readonly createPrivateKey: (pem: string) => unknown;
}

/** One of the TLS files of a node, by the key that names it. */
export interface TlsFile {
  readonly key: string;
  readonly name: string;
}

/** What the TLS files of a node folder say. No key is kept. */
export interface CertificateFacts {
  readonly missing: readonly TlsFile[];
  /** The private key is another certificate's. */
  readonly foreignKey?: TlsFile;
  /** The authority has not issued the node's certificate. */
  readonly foreignAuthority?: TlsFile;
  /** When certificates end, in milliseconds since 1970. */
  readonly ends: readonly { readonly file: TlsFile; readonly at: number }[];
  readonly fingerprint?: string;
  /** What a peer needs to judge the certificate, and what judges the peers'. */
  readonly own?: ReadCertificate;
  readonly authorities: readonly ReadCertificate[];
  readonly authorityFile: TlsFile;
}

const encryptionCertificate = "sm_ennode_cert";
const standardFiles = {
  authority: ["ca_cert", "ca.crt"],
  key: ["node_key", "ssl.key"],
  own: ["node_cert", "ssl.crt"],
  more: [],
} as const;
const smFiles = {
  authority: ["sm_ca_cert", "sm_ca.crt"],
  key: ["sm_node_key", "sm_ssl.key"],
  own: ["sm_node_cert", "sm_ssl.crt"],
  /** The pair for encryption: SM TLS has two. */
  more: [
    ["sm_ennode_key", "sm_enssl.key"],
    [encryptionCertificate, "sm_enssl.crt"],
  ],
} as const;

/** Paths below the folder only: whatever else a file names is not looked at (it may lie on another computer). */
function below(folder: string, name: string): string | undefined {
  const path = `${folder}/${name}`.replace(/^(?:\.\/+)+/u, "");
  return /^[\\/]|^[A-Za-z]:|\.\.|\\/u.test(path) ? undefined : path;
}

/** The TLS files that config.ini names: authority, key, certificate, then the pair for encryption of SM TLS. */
function tlsFiles(document: IniDocument) {
  const sm = flag(document, "p2p", "sm_ssl");
  const folder = document.find("cert", "ca_path")?.value ?? "./";
  const file = ([key, fallback]: readonly [string, string]): TlsFile => ({
    key,
    name: document.find("cert", key)?.value ?? fallback,
  });
  const names = sm ? smFiles : standardFiles;
  const files = [file(names.authority), file(names.key), file(names.own), ...names.more.map(file)] as const;
  return { sm, folder, files, paths: files.map(({ name }) => below(folder, name)) };
}

/** A node's certificates and its authority, as paths below its folder; undefined where a file of another place is named. */
export function certificatePaths(
  document: IniDocument,
): { readonly authority: string; readonly own: readonly string[] } | undefined {
  const [authority, , own, , encryption] = tlsFiles(document).paths;
  if (authority === undefined || own === undefined) return undefined;
  return { authority, own: [own, ...(encryption === undefined ? [] : [encryption])] };
}

const begin = "-----BEGIN CERTIFICATE-----";

/** All certificates of a text; what is none is left out. */
function certificatesIn(pem: string | undefined, { X509Certificate }: CertificateTools): ReadCertificate[] {
  return (pem ?? "")
    .split(begin)
    .slice(1, 33)
    .flatMap((rest) => {
      try {
        return [new X509Certificate(begin + rest)];
      } catch {
        return []; // of another kind, or broken: nothing can be said of it
      }
    });
}

/** Whether one of the authorities has signed the certificate. */
export function isIssuedBy(own: ReadCertificate, authorities: readonly ReadCertificate[]): boolean {
  return authorities.some((authority) => {
    try {
      return own.checkIssued(authority as never) && own.verify(authority.publicKey as never);
    } catch {
      return false;
    }
  });
}

/** Undefined where the key cannot be read: locked, or of a kind the host does not know. */
function fits(own: ReadCertificate, key: string, { createPrivateKey }: CertificateTools): boolean | undefined {
  try {
    return own.checkPrivateKey(createPrivateKey(key) as never);
  } catch {
    return undefined;
  }
}

/** Authorities that a node trusts besides its own: files called by the hash of their subject, `5ad8a5d6.0`. */
async function moreAuthorities(
  folder: string | undefined,
  read: FolderReader,
  list: FolderLister | undefined,
  tools: CertificateTools,
): Promise<ReadCertificate[]> {
  if (folder === undefined || list === undefined) return [];
  const names = (await list(folder)).filter((name) => /^[0-9a-f]{8}\.\d{1,3}$/u.test(name)).slice(0, 32);
  const texts = await Promise.all(names.map((name) => read(`${folder}/${name}`)));
  return texts.flatMap((text) => certificatesIn(text, tools));
}

/**
 * Looks at the TLS files that config.ini names (docs/protocol/tls.md, "Certificates"). Undefined for a folder without a key or certificate
 * of its own: one of files collected elsewhere. Of SM certificates only their presence and their end are looked at.
 */
export async function certificateFacts(
  document: IniDocument,
  read: FolderReader,
  tools: CertificateTools,
  list?: FolderLister,
): Promise<CertificateFacts | undefined> {
  const { sm, folder, files, paths } = tlsFiles(document);
  if (paths.includes(undefined)) return undefined;
  const texts = await Promise.all(paths.map((path) => read(path ?? "")));
  const [authorityText, keyText, ownText] = texts;
  const hasKey = keyText !== undefined || ownText !== undefined || (await read("conf/node.pem")) !== undefined;
  if (!hasKey) return undefined;
  const [authorityFile, keyFile, ownFile] = files;
  const more = below(folder, document.find("cert", "multi_ca_path")?.value ?? "multiCaPath");
  const authorities = [...certificatesIn(authorityText, tools), ...(await moreAuthorities(more, read, list, tools))];
  const [own] = certificatesIn(ownText, tools);
  const moreOwn = files.slice(3).flatMap((each, index) => {
    const [found] = each.key === encryptionCertificate ? certificatesIn(texts[index + 3], tools) : [];
    return found ? [{ file: each, at: Date.parse(found.validTo) }] : [];
  });
  const ends = [
    ...(own ? [{ file: ownFile, at: Date.parse(own.validTo) }] : []),
    ...moreOwn,
    ...certificatesIn(authorityText, tools).map(({ validTo }) => ({ file: authorityFile, at: Date.parse(validTo) })),
  ].filter(({ at }) => !Number.isNaN(at));
  const foreignKey = !sm && own && keyText !== undefined && fits(own, keyText, tools) === false;
  const foreignAuthority = !sm && own && authorities.length > 0 && !isIssuedBy(own, authorities);
  return {
    missing: files.filter((_, index) => texts[index] === undefined),
    ...(foreignKey ? { foreignKey: keyFile } : {}),
    ...(foreignAuthority ? { foreignAuthority: authorityFile } : {}),
    ends,
    ...(own ? { fingerprint: own.fingerprint256, own } : {}),
    authorities: sm ? [] : authorities,
    authorityFile,
  };
}
