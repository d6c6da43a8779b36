import { flag } from "../analysis/conditionalKeys";
import { rpcSpeaksTls } from "../analysis/listener";
import type { IniDocument } from "../document/iniDocument";
import { type FolderFiles, type FolderLister, type FolderReader, leadsOut, liesThere } from "../nodeFolder";
import { pemFacts } from "./pemFacts";

/** So many days before its end, a certificate is warned of. */
export const certificateWarnDays = 30;

/** A certificate, as the host's cryptography reads it (`X509Certificate` of Node is one). */
export interface ReadCertificate {
  readonly fingerprint256: string;
  /** As OpenSSL prints a time, which `Date.parse` takes. */
  readonly validFrom: string;
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

/** Why none of the files is there: `sm_ssl` asks for those of the other kind, or `ca_path` names another folder. */
export interface NoTlsFiles {
  readonly reason: "otherKind" | "otherFolder";
  /** The folder, as it is named. */
  readonly folder: string;
  /** One of the files that are not there. */
  readonly name: string;
}

/** What the TLS files of a node folder say. No key is kept. */
export interface CertificateFacts {
  readonly missing: readonly TlsFile[];
  /** Where all are missing. */
  readonly none?: NoTlsFiles;
  /** The files of the RPC port, where its `sm_ssl` asks for another kind than that between nodes. */
  readonly rpcMissing: readonly TlsFile[];
  /** Files that hold no certificate, or one or a key of the other kind. */
  readonly unusable: readonly (TlsFile & {
    readonly why: "noCertificate" | "noLineBreak" | "noKey" | "locked" | "unreadable" | "notSm" | "notRsa";
  })[];
  /** The private key is another certificate's: maybe one's that stands behind the first of the file, which alone counts. */
  readonly foreignKey?: TlsFile & { readonly certificate: string; readonly isBehind: boolean };
  /** Of the two certificates of SM TLS, one that by its key usage isn't for what it is named for, and whether both are so. */
  readonly otherUsage?: TlsFile & { readonly swapped: boolean };
  /** The authority has not issued the node's certificate; or it has, and it isn't a root itself, which is missing. */
  readonly foreignAuthority?: TlsFile & { readonly lacksRoot: boolean };
  /** When certificates end, and begin to be valid, in milliseconds since 1970. */
  readonly ends: readonly { readonly file: TlsFile; readonly at: number; readonly begins: number }[];
  readonly fingerprint?: string;
  /** Those of all authorities that it trusts. */
  readonly authorityFingerprints: readonly string[];
  /** The ID that the node's certificate makes: 512 hex digits of its RSA modulus, or the 128 of its SM2 point. */
  readonly tlsId?: string;
  /** The digits of the ID that a certificate makes where SM TLS is off, where they are more or fewer than lists take. */
  readonly unlisted?: { readonly digits: number; readonly isRsa: boolean };
  /** What a peer needs to judge the certificate, and what judges the peers': the node sends those of agencies along. */
  readonly own?: ReadCertificate;
  readonly between: readonly ReadCertificate[];
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
  return leadsOut(path) ? undefined : path;
}

/** The TLS files that config.ini names: authority, key, certificate, then the pair for encryption of SM TLS. */
function tlsFiles(document: IniDocument) {
  const sm = flag(document, "p2p", "sm_ssl");
  const folder = document.find("cert", "ca_path")?.value ?? "./";
  const file = ([key, fallback]: readonly [string, string]): TlsFile => ({
    key,
    name: document.find("cert", key)?.value ?? fallback,
  });
  const filesOf = (ofSm: boolean): readonly [TlsFile, TlsFile, TlsFile, ...TlsFile[]] => {
    const names = ofSm ? smFiles : standardFiles;
    return [file(names.authority), file(names.key), file(names.own), ...names.more.map(file)];
  };
  const files = filesOf(sm);
  return { sm, folder, files, filesOf, paths: files.map(({ name }) => below(folder, name)) };
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

const timesOf = ({ validFrom, validTo }: ReadCertificate): { readonly at: number; readonly begins: number } => ({
  at: Date.parse(validTo),
  begins: Date.parse(validFrom),
});

/** Digits of an RSA ID that lists take: those of a key of 2048 bits. */
const listedDigits = 512;

/** The modulus of an RSA certificate, lower-case hex; undefined of another one. */
function modulusOf({ publicKey }: ReadCertificate): string | undefined {
  const key = publicKey as { export?: (options: { format: "jwk" }) => { n?: string } };
  try {
    const { n } = key.export?.({ format: "jwk" }) ?? {};
    const bytes = n === undefined ? "" : atob(n.replaceAll("-", "+").replaceAll("_", "/"));
    const digits = [...bytes].map((each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    return digits === "" ? undefined : digits;
  } catch {
    return undefined; // of a kind the host doesn't know
  }
}

const signed = (authority: ReadCertificate, own: ReadCertificate): boolean => {
  try {
    return own.checkIssued(authority as never) && own.verify(authority.publicKey as never);
  } catch {
    return false;
  }
};

/** An agency between a node and the root is the longest way in use; a list of certificates is looked at no further. */
const maxSteps = 8;

/**
 * The trusted certificates over which the certificate leads to a root, as OpenSSL looks for them: over those that its owner sends along,
 * too. `none`: no authority is on the way. `noRoot`: it ends at an authority that isn't a root, with which OpenSSL isn't content.
 */
export function issuersOf(
  own: ReadCertificate,
  between: readonly ReadCertificate[],
  authorities: readonly ReadCertificate[],
): readonly ReadCertificate[] | "none" | "noRoot" {
  const way: ReadCertificate[] = [];
  let current = own;
  for (let step = 0; step < maxSteps; step++) {
    const trusted = authorities.find((authority) => authority !== current && signed(authority, current));
    if (trusted) way.push(trusted);
    const next = trusted ?? between.find((each) => each !== current && signed(each, current));
    if (!next) break;
    if (trusted && signed(trusted, trusted)) return way;
    current = next;
  }
  return way.length > 0 ? "noRoot" : "none";
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

/** What is wrong with a file by itself: it is no certificate, or of the other kind. */
function unusableFile(file: TlsFile, text: string | undefined, sm: boolean): CertificateFacts["unusable"] {
  if (text === undefined) return [];
  const { hasCertificate, suite, key, isWhole } = pemFacts(text);
  const isKey = file.key.endsWith("_key");
  if (isKey && key === "locked") return [{ ...file, why: "locked" }];
  if (isKey && (key === "none" || !isWhole)) return [{ ...file, why: "noKey" }];
  if (!isKey && hasCertificate && /-----END CERTIFICATE-----[ \t]*-----BEGIN/.test(text))
    return [{ ...file, why: "noLineBreak" }];
  if (!isKey && !(hasCertificate && isWhole)) return [{ ...file, why: "noCertificate" }];
  if (sm && suite !== undefined && suite !== "sm") return [{ ...file, why: "notSm" }];
  return !sm && suite === "sm" ? [{ ...file, why: "notRsa" }] : [];
}

/** The digits of the ID that a certificate of another curve makes: those of its point's two coordinates. */
function pointDigits({ publicKey }: ReadCertificate): number | undefined {
  const key = publicKey as { export?: (options: { format: "jwk" }) => { x?: string } };
  try {
    const { x } = key.export?.({ format: "jwk" }) ?? {};
    return x === undefined ? undefined : atob(x.replaceAll("-", "+").replaceAll("_", "/")).length * 4;
  } catch {
    return undefined; // of a kind the host doesn't know
  }
}

/** Whether key and certificate belong together: by the host's cryptography, else by the points that both show. */
function isPair(
  certificate: string | undefined,
  key: string | undefined,
  tools: CertificateTools,
): boolean | undefined {
  if (certificate === undefined || key === undefined) return undefined;
  const [mine, theirs] = [pemFacts(certificate).point, pemFacts(key).point];
  if (mine !== undefined && theirs !== undefined) return mine === theirs;
  const [own] = certificatesIn(certificate, tools);
  return own && fits(own, key, tools);
}

/**
 * The certificate for signing must not deny signing, nor the one for encryption encryption; where key usage isn't stated, anything is
 * allowed.
 */
function usageFault(
  own: TlsFile,
  ownText: string | undefined,
  more: TlsFile | undefined,
  moreText: string | undefined,
): CertificateFacts["otherUsage"] {
  const [mine, theirs] = [ownText, moreText].map((each) => pemFacts(each ?? "").usage);
  const [deniesSigning, deniesEncryption] = [mine?.signs === false, theirs?.encrypts === false];
  if (deniesSigning) return { ...own, swapped: deniesEncryption };
  return deniesEncryption && more ? { ...more, swapped: false } : undefined;
}

/** Whether one of the authorities can be the issuer: of SM certificates only names are compared, their signatures not every host knows. */
function isNamedIssuer(own: ReadCertificate, authorities: readonly ReadCertificate[]): boolean {
  return authorities.some((authority) => {
    try {
      return own.checkIssued(authority as never);
    } catch {
      return true; // a host that doesn't know the kind
    }
  });
}

/**
 * Looks at the TLS files that config.ini names (docs/protocol/tls.md, "Certificates"). Undefined for a folder without a key or certificate
 * of its own: one of files collected elsewhere.
 * @param version the release of the node, by which its RPC port speaks TLS or not
 */
export async function certificateFacts(
  document: IniDocument,
  { read, list }: Pick<FolderFiles, "read" | "list">,
  tools: CertificateTools,
  version: string,
): Promise<CertificateFacts | undefined> {
  const { sm, folder, files, filesOf, paths } = tlsFiles(document);
  if (paths.includes(undefined)) return undefined;
  const readAll = (all: readonly TlsFile[], from = folder): Promise<(string | undefined)[]> =>
    Promise.all(all.map(({ name }) => read(below(from, name) ?? "")));
  const texts = await readAll(files);
  const [authorityText, keyText, ownText, moreKeyText, moreText] = texts;
  const hasKey = keyText !== undefined || ownText !== undefined || (await read("conf/node.pem")) !== undefined;
  if (!hasKey) return undefined;
  const [authorityFile, keyFile, ownFile, moreKeyFile, moreFile] = files;
  const more = below(folder, document.find("cert", "multi_ca_path")?.value ?? "multiCaPath");
  const authorities = [...certificatesIn(authorityText, tools), ...(await moreAuthorities(more, read, list, tools))];
  // of SM TLS the node sends its first certificate alone (`SSL_CTX_use_certificate_file`)
  const [own, ...rest] = certificatesIn(ownText, tools);
  const between = sm ? [] : rest;
  const moreOwn = files.slice(3).flatMap((each, index) => {
    const [found] = each.key === encryptionCertificate ? certificatesIn(texts[index + 3], tools) : [];
    return found ? [{ file: each, ...timesOf(found) }] : [];
  });
  const ends = [
    ...(own ? [own, ...between] : []).map((each) => ({ file: ownFile, ...timesOf(each) })),
    ...moreOwn,
    ...certificatesIn(authorityText, tools).map((each) => ({ file: authorityFile, ...timesOf(each) })),
  ].filter(({ at }) => !Number.isNaN(at));
  const absent = files.filter((_, index) => texts[index] === undefined);
  const there = await Promise.all(absent.map(({ name }) => liesThere(below(folder, name) ?? "", list)));
  const unusable = [
    ...files.flatMap((each, index) => unusableFile(each, texts[index], sm)),
    ...absent.flatMap((each, index) => (there[index] ? [{ ...each, why: "unreadable" } as const] : [])),
  ];
  const isUsable = (each: TlsFile): boolean => !unusable.some(({ key }) => key === each.key);
  const isBehind = between.some((each) => keyText !== undefined && fits(each, keyText, tools) === true);
  const foreign = [
    { file: keyFile, certificate: ownFile, fits: isPair(ownText, keyText, tools), isBehind },
    ...(moreKeyFile && moreFile
      ? [{ file: moreKeyFile, certificate: moreFile, fits: isPair(moreText, moreKeyText, tools), isBehind: false }]
      : []),
  ].find((pair) => pair.fits === false && isUsable(pair.file) && isUsable(pair.certificate));
  const isJudged = own && authorities.length > 0 && isUsable(authorityFile) && isUsable(ownFile);
  const issuers = !isJudged
    ? []
    : sm
      ? isNamedIssuer(own, authorities)
        ? []
        : "none"
      : issuersOf(own, between, authorities);
  const otherUsage = sm && !foreign ? usageFault(ownFile, ownText, moreFile, moreText) : undefined;
  const missing = absent.filter((_, index) => !there[index]);
  const others = filesOf(!sm);
  const isThere = async (all: readonly TlsFile[], from = folder): Promise<boolean> =>
    (await readAll(all, from)).some((each) => each !== undefined);
  const none: NoTlsFiles | undefined =
    missing.length < files.length
      ? undefined
      : { reason: (await isThere(others)) ? "otherKind" : "otherFolder", folder, name: ownFile.name };
  const modulus = sm ? undefined : own && modulusOf(own);
  const isListed = modulus?.length === listedDigits;
  const digits = sm || !own ? undefined : (modulus?.length ?? pointDigits(own));
  const tlsId = sm ? pemFacts(ownText ?? "").point : isListed ? modulus : undefined;
  const rpcSm = flag(document, "rpc", "sm_ssl");
  const rpcMissing =
    rpcSm === sm || none || !rpcSpeaksTls(document, version)
      ? []
      : (await readAll(others)).flatMap((each, index) => (each === undefined && others[index] ? [others[index]] : []));
  return {
    missing,
    ...(none ? { none } : {}),
    rpcMissing,
    unusable,
    ...(foreign
      ? { foreignKey: { ...foreign.file, certificate: foreign.certificate.name, isBehind: foreign.isBehind } }
      : {}),
    ...(otherUsage ? { otherUsage } : {}),
    ...(typeof issuers === "string" ? { foreignAuthority: { ...authorityFile, lacksRoot: issuers === "noRoot" } } : {}),
    ends,
    ...(own ? { fingerprint: own.fingerprint256, own } : {}),
    ...(tlsId === undefined ? {} : { tlsId }),
    ...(digits === undefined || isListed ? {} : { unlisted: { digits, isRsa: modulus !== undefined } }),
    between,
    authorities: sm ? [] : authorities,
    authorityFingerprints: authorities.map(({ fingerprint256 }) => fingerprint256),
    authorityFile,
  };
}
