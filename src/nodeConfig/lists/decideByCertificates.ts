import { type CertificateFacts, issuersOf, type ReadCertificate, type TlsFile } from "../certificates/certificates";
import type { IniDocument } from "../document/iniDocument";
import type { ConnectionDecision, DecisionReason } from "./decideConnection";

/** What the TLS files of two nodes settle before any list is looked at. */
interface CertificateSides {
  /** The one who decides. */
  readonly own: CertificateFacts | undefined;
  readonly document: IniDocument;
  readonly peer: CertificateFacts | undefined;
  /** Whether it looks at the certificate of a peer at all: `enable_ssl_verify`. */
  readonly verifies: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const hasExpired = ({ validTo }: ReadCertificate, now: number): boolean => {
  const end = Date.parse(validTo);
  return !Number.isNaN(end) && end <= now;
};

/** The line of the key that names the file, else of its section. */
function lineOf(document: IniDocument, { key }: Pick<TlsFile, "key">): number | undefined {
  const line = document.find("cert", key) ?? document.header("cert");
  return line === undefined ? undefined : document.lines.indexOf(line);
}

/**
 * Why certificates keep a node from connecting to a peer; undefined where nothing is known against it. Of SM certificates presence and end
 * are known, not who issued them.
 */
export function decideByCertificates({
  own,
  document,
  peer,
  verifies,
  now,
}: CertificateSides): ConnectionDecision | undefined {
  const refuse = (reason: DecisionReason, file: TlsFile | undefined): ConnectionDecision => ({
    accepted: false,
    reason,
    line: file && lineOf(document, file),
    entry: undefined,
    wrongTail: false,
    ...(file ? { file: file.name } : {}),
  });
  const missing = own?.missing[0] ?? own?.unusable.find(({ why }) => why === "unreadable");
  if (missing) return refuse("fileMissing", missing);
  if (own?.foreignKey) return refuse("foreignKey", own.foreignKey);
  const certificate = peer?.own;
  if (!certificate || !verifies) return undefined;
  if (hasExpired(certificate, now)) return refuse("expired", undefined);
  if (!own || own.authorities.length === 0) return undefined;
  const usable = own.authorities.filter((authority) => !hasExpired(authority, now));
  const between = peer.between.filter((each) => !hasExpired(each, now));
  if (typeof issuersOf(certificate, between, usable) !== "string") return undefined;
  if (peer.between.length > between.length && typeof issuersOf(certificate, peer.between, usable) !== "string")
    return refuse("expired", undefined);
  return typeof issuersOf(certificate, peer.between, own.authorities) === "string"
    ? refuse("otherAuthority", own.authorityFile)
    : refuse("authorityExpired", own.authorityFile);
}
