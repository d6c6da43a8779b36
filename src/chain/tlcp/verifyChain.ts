import { thrownText } from "../../text/thrownText";
import { alerts, TlcpError } from "./alert";
import { isSignedBy, purposeIds, readSmCertificate, type SmCertificate, usages } from "./smCertificate";

/** What a certificate is for: `sign` proves who speaks, `encrypt` receives keys. */
type Purpose = "sign" | "encrypt";

/** What the usage of a key may say for that, as masks. */
export const purposeUsages: Readonly<Record<Purpose, number>> = {
  sign: usages.digitalSignature | usages.nonRepudiation,
  encrypt: usages.keyEncipherment | usages.dataEncipherment | usages.keyAgreement,
};

/** Certificates between the one at the end and the trusted one. */
const maxPathLength = 4;

export const allowsPurpose = ({ keyUsage }: SmCertificate, purpose: Purpose): boolean =>
  keyUsage === undefined || (keyUsage & purposeUsages[purpose]) !== 0;

/** The two certificates of one side, and everything that it showed with them. */
interface ShownPair {
  /** Undefined where nothing is shown that could be it; so for encryption, which a client need not show. */
  readonly sign: SmCertificate | undefined;
  readonly encrypt: SmCertificate | undefined;
}

/**
 * Finds both certificates of a side among what it shows, in any order: the standard has signing, encryption, authorities, a node shows
 * signing, authority, encryption (docs/protocol/tls.md, "SM TLS"). Authorities are what says so, and what issued another one of the
 * list or itself. What is out of its time is passed over where the others suffice. Where certificates say nothing of their use, or allow
 * both, the first one signs. Nothing is proven by this: see `verifyChain`.
 */
export function findPair(shown: readonly SmCertificate[]): ShownPair {
  const issues = (each: SmCertificate): boolean => shown.some((other) => other.rawIssuer.equals(each.rawSubject));
  const all = shown.filter(
    (each, i) => each.ca !== true && !issues(each) && shown.findIndex(({ raw }) => raw.equals(each.raw)) === i,
  );
  const current = all.filter((each) => isValid(each));
  const leaves = current.length >= 2 ? current : all;
  const others = (sign: SmCertificate) => leaves.filter((each) => each !== sign);
  const signing = leaves.filter((each) => allowsPurpose(each, "sign"));
  for (const sign of signing) {
    const encrypt = others(sign).find((each) => allowsPurpose(each, "encrypt"));
    if (encrypt) return { sign, encrypt };
  }
  const sign = signing[0] ?? leaves.find((each) => !allowsPurpose(each, "encrypt")) ?? leaves[0] ?? shown[0];
  return { sign, encrypt: sign && others(sign)[0] };
}

/** Whose certificate it is. */
type Peer = "server" | "client";

/** Whether a certificate that states purposes states this one, as standard TLS asks, too. */
const allowsPeer = ({ purposes }: SmCertificate, peer: Peer): boolean =>
  purposes === undefined || purposes.includes(purposeIds[peer]) || purposes.includes(purposeIds.any);

export const isValid = ({ notBefore, notAfter }: SmCertificate): boolean =>
  Date.now() >= notBefore.getTime() && Date.now() <= notAfter.getTime();

/** Whether a certificate may sign others: what it says must allow it; the trusted one may say nothing, as those of chains do. */
function mayIssue(issuer: SmCertificate, trusted: boolean, below: number): boolean {
  if (issuer.ca === false || (issuer.ca === undefined && !trusted)) return false;
  if (issuer.keyUsage !== undefined && (issuer.keyUsage & usages.keyCertSign) === 0) return false;
  return issuer.pathLength === undefined || below <= issuer.pathLength;
}

/** @throws TlcpError `bad_certificate` */
export function parseCertificates(list: readonly Buffer[]): SmCertificate[] {
  return list.map((bytes) => {
    try {
      return readSmCertificate(bytes);
    } catch (cause) {
      const problem = thrownText(cause);
      throw TlcpError.found(alerts.badCertificate, `a certificate of the other side cannot be read: ${problem}`);
    }
  });
}

/**
 * Follows a certificate of the other side to a trusted one: by name, signature, validity, usage and the right to issue. No host
 * name: certificates of chains name none.
 * @throws TlcpError `unknown_ca`, `certificate_expired`, `unsupported_certificate`.
 */
export function verifyChain(
  leaf: SmCertificate,
  others: readonly SmCertificate[],
  trusted: readonly SmCertificate[],
  purpose: Purpose,
  peer: Peer,
): void {
  if (!allowsPurpose(leaf, purpose))
    throw TlcpError.found(
      alerts.unsupportedCertificate,
      `the certificate ${leaf.subject} is not for this use (${purpose})`,
    );
  if (!allowsPeer(leaf, peer))
    throw TlcpError.found(alerts.unsupportedCertificate, `the certificate ${leaf.subject} is none of a ${peer}`);
  let current = leaf;
  for (let below = 0; below <= maxPathLength; below++) {
    if (!isValid(current))
      throw TlcpError.found(alerts.certificateExpired, `the certificate ${current.subject} is out of its time`);
    const anchor = trusted.find((each) => isSignedBy(current, each));
    if (anchor) {
      if (!isValid(anchor))
        throw TlcpError.found(
          alerts.certificateExpired,
          `the certificate authority ${anchor.subject} is out of its time`,
        );
      if (mayIssue(anchor, true, below)) return;
      break;
    }
    const issuer = others.find((each) => mayIssue(each, false, below) && isSignedBy(current, each));
    if (!issuer) break;
    current = issuer;
  }
  throw TlcpError.found(
    alerts.unknownCa,
    `the certificate ${leaf.subject} of ${leaf.issuer} leads to no trusted authority`,
  );
}
