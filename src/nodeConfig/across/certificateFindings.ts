import { type LocalizableText, text } from "../../text/catalogue";
import { dayMs } from "../../time/units";
import { type CertificateFacts, certificateWarnDays, type NoTlsFiles } from "../certificates/certificates";
import type { AcrossFinding, AcrossRuleId } from "../findings/finding";

/** None of the files is where config.ini has them: one mistake, said once on the key that makes it. */
function noTlsFiles({ reason, folder, name }: NoTlsFiles, sm: boolean): AcrossFinding {
  if (reason === "otherFolder") {
    const message = text("No TLS file is in {0} ({1}). The node can't start without them.", folder, name);
    return { rule: "cert.missing", section: "cert", key: "ca_path", message };
  }
  const message = sm
    ? text(
        "With sm_ssl=true, the node needs SM certificates, but there are only RSA ones ({0} is missing). It can't start.",
        name,
      )
    : text(
        "With sm_ssl=false, the node needs RSA certificates, but there are only SM ones ({0} is missing). It can't start.",
        name,
      );
  return { rule: "cert.missing", section: "p2p", key: "sm_ssl", message };
}

/** The RPC port's own `sm_ssl` asks for files that the port between nodes doesn't need. */
function rpcTlsFiles(missing: CertificateFacts["rpcMissing"]): AcrossFinding[] {
  const [first] = missing;
  if (!first) return [];
  const message = first.key.startsWith("sm_")
    ? text(
        "With sm_ssl=true, the RPC port needs SM certificates, but {0} is missing. The node can't start.",
        first.name,
      )
    : text(
        "With sm_ssl=false, the RPC port needs RSA certificates, but {0} is missing. The node can't start.",
        first.name,
      );
  return [{ rule: "cert.missing", section: "rpc", key: "sm_ssl", message }];
}

const unusableMessages: Readonly<
  Record<CertificateFacts["unusable"][number]["why"], (name: string) => LocalizableText>
> = {
  noCertificate: (name) => text("{0} doesn't hold a certificate. The node can't start.", name),
  noLineBreak: (name) => text("In {0}, a line break is missing between two certificates. The node can't start.", name),
  noKey: (name) => text("{0} doesn't hold a whole private key. The node can't start.", name),
  locked: (name) => text("{0} is locked with a password, which the node doesn't know. It can't start.", name),
  unreadable: (name) =>
    text("{0} can't be read: it is a folder, or permission is missing. The node can't start without it.", name),
  notSm: (name) => text("{0} isn't for SM2, but SM TLS is on (sm_ssl=true). The node can't start.", name),
  notRsa: (name) => text("{0} is for SM2, but sm_ssl isn't true. The node can't start.", name),
};

function usageMessage({ key, name, swapped }: NonNullable<CertificateFacts["otherUsage"]>): LocalizableText {
  if (swapped)
    return text(
      "By its key usage, {0} is the encryption certificate, and the other one is the signing certificate. Peers that check this refuse the node. Swap the two certificates and their keys.",
      name,
    );
  return key === "sm_node_cert"
    ? text("The key usage of {0} doesn't allow signing. Peers that check this refuse the node.", name)
    : text("The key usage of {0} doesn't allow encryption. Peers that check this refuse the node.", name);
}

const unlistedMessage = ({ digits, isRsa }: NonNullable<CertificateFacts["unlisted"]>): LocalizableText =>
  isRsa
    ? text(
        "The certificate's RSA key has {0} bits, so its ID has {1} hex digits. Lists accept only IDs of 512 digits. No list can contain this node.",
        digits * 4,
        digits,
      )
    : text(
        "The certificate has an elliptic curve's key instead of one of RSA, so its ID has {0} hex digits. Lists accept only IDs of 512 digits. No list can contain this node.",
        digits,
      );

/** What is to be said of the TLS files of a folder; `now` in milliseconds since 1970. */
export function certificateFindings(facts: CertificateFacts, now: number): AcrossFinding[] {
  const { missing, none, rpcMissing, unusable, foreignKey, otherUsage, foreignAuthority, unlisted, ends } = facts;
  const on = (rule: AcrossRuleId, key: string, message: LocalizableText): AcrossFinding => ({
    rule,
    section: "cert",
    key,
    message,
  });
  if (none) return [noTlsFiles(none, facts.authorityFile.key.startsWith("sm_"))];
  return [
    ...missing.map(({ key, name }) =>
      on("cert.missing", key, text("{0} is missing: the node can't start without its TLS files.", name)),
    ),
    ...rpcTlsFiles(rpcMissing),
    ...unusable.map(({ key, name, why }) =>
      on(why === "notSm" || why === "notRsa" ? "cert.otherSuite" : "cert.unreadable", key, unusableMessages[why](name)),
    ),
    ...(foreignKey
      ? [
          on(
            "cert.foreign",
            foreignKey.key,
            foreignKey.isBehind
              ? text(
                  "The node's own certificate must come first in {1}, before those of the CAs: {0} belongs to a later one. The node can't start.",
                  foreignKey.name,
                  foreignKey.certificate,
                )
              : text(
                  "{0} and {1} don't belong together. The node can't start.",
                  foreignKey.name,
                  foreignKey.certificate,
                ),
          ),
        ]
      : []),
    ...(unlisted === undefined ? [] : [on("cert.idLength", "node_cert", unlistedMessage(unlisted))]),
    ...(otherUsage ? [on("cert.otherUsage", otherUsage.key, usageMessage(otherUsage))] : []),
    ...(foreignAuthority
      ? [
          on(
            "cert.foreign",
            foreignAuthority.key,
            foreignAuthority.lacksRoot
              ? text(
                  "{0} holds no root certificate: TLS with the other nodes fails. Append the certificate of the CA that issued this one.",
                  foreignAuthority.name,
                )
              : text(
                  "This node's certificate wasn't issued by {0}: TLS with the other nodes fails.",
                  foreignAuthority.name,
                ),
          ),
        ]
      : []),
    ...ends.flatMap(({ file, at, begins }) => {
      const days = Math.ceil((at - now) / dayMs);
      if (begins > now)
        return [
          on(
            "cert.expired",
            file.key,
            text("{0} isn't valid yet. No TLS connection succeeds. Check the system clock.", file.name),
          ),
        ];
      if (at <= now)
        return [on("cert.expired", file.key, text("{0} has expired, so no TLS connection succeeds.", file.name))];
      return days > certificateWarnDays
        ? []
        : [on("cert.expires", file.key, text("{0} expires in {1} days.", file.name, days))];
    }),
  ];
}
