import { newestRelease } from "../../facts/releases/releases";
import { removals } from "../../facts/releases/removals";
import { type LocalizableText, text } from "../../text/catalogue";
import { dayMs } from "../../time/units";
import { sameAddress } from "../analysis/listener";
import { removalText } from "../analysis/removalRules";
import { type CertificateFacts, certificateWarnDays, type NoTlsFiles } from "../certificates/certificates";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { type AcrossFinding, type AcrossRuleId, acrossSeverity, type Finding } from "../findings/finding";
import { sealersOf } from "../settledGenesis";
import { lineRange, type TextRange } from "../text/textRange";
import { called, chainMates, hostOf, listFindings, loopbackFinding } from "./besidePeers";
import { alikeFindings, genesisFinding, uncomparedFindings, unreadChain } from "./chainFindings";
import type { FolderFacts } from "./folderFacts";

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

function certificateFindings(facts: CertificateFacts, now: number): AcrossFinding[] {
  const { missing, none, rpcMissing, unusable, foreignKey, otherUsage, foreignAuthority, unlistedDigits, ends } = facts;
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
            text("{0} and {1} don't belong together. The node can't start.", foreignKey.name, foreignKey.certificate),
          ),
        ]
      : []),
    ...(unlistedDigits === undefined
      ? []
      : [
          on(
            "cert.idLength",
            "node_cert",
            text(
              "The certificate's RSA key has {0} bits, so its ID has {1} hex digits. Lists accept only IDs of 512 digits. No list can contain this node.",
              unlistedDigits * 4,
              unlistedDigits,
            ),
          ),
        ]),
    ...(otherUsage ? [on("cert.otherUsage", otherUsage.key, usageMessage(otherUsage))] : []),
    ...(foreignAuthority
      ? [
          on(
            "cert.foreign",
            foreignAuthority.key,
            text(
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

/** Who has the same, of those to compare with. */
function alike<Value>(
  own: FolderFacts,
  all: readonly FolderFacts[],
  value: (facts: FolderFacts) => Value | undefined,
): FolderFacts | undefined {
  const mine = value(own);
  return mine === undefined ? undefined : all.find((other) => other.path !== own.path && value(other) === mine);
}

/** Whether the key can't be this chain's at all. */
const isOfOtherSuite = ({ key, sm }: FolderFacts): boolean =>
  key?.sm !== undefined && sm !== undefined && key.sm !== sm;

/** Whether a folder's key or certificate is another's, by the IDs that its files for people tell. */
const hasStrayKey = ({ reported, consensusId, key }: FolderFacts): boolean =>
  key?.consensusId !== undefined && reported.consensusId !== undefined && reported.consensusId !== consensusId;
const hasStrayCertificate = ({ reported, tlsId, certificates }: FolderFacts): boolean =>
  certificates?.tlsId !== undefined && reported.tlsId !== undefined && reported.tlsId !== tlsId;

/** Of two with the same, the one into which it was copied is told, where that can be seen; else both are. */
const isToBeTold = (own: boolean, other: boolean): boolean => own || !other;

function identityFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const sameId = alike(own, all, ({ consensusId }) => consensusId);
  const sameTls =
    alike(own, all, ({ certificates }) => certificates?.fingerprint) ?? alike(own, all, ({ tlsId }) => tlsId);
  const findings: AcrossFinding[] = [];
  if (sameId) {
    const message = text(
      "{0} has the same node ID (conf/node.pem). Two nodes with one key disturb the consensus. Was the folder copied?",
      called(sameId, own),
    );
    if (isToBeTold(hasStrayKey(own), hasStrayKey(sameId)))
      findings.push({ rule: "node.sameId", section: "security", key: "private_key_path", message });
  } else if (hasStrayKey(own) && !isOfOtherSuite(own)) {
    const message = text(
      "{0} is another node's key (conf/node.nodeid has another ID). The node starts with the ID of this key, which the chain doesn't know.",
      own.key?.name ?? "",
    );
    findings.push({ rule: "key.foreign", section: "security", key: "private_key_path", message });
  }
  if (!sameTls && hasStrayCertificate(own) && !own.certificates?.foreignKey && !own.certificates?.otherUsage) {
    const [file, idFile] = own.smTls ? ["sm_ssl.crt", "conf/sm_ssl.nodeid"] : ["ssl.crt", "conf/ssl.nodeid"];
    const message = text(
      "{0} has another ID than {1}. A list with the ID of that file doesn't mean this node.",
      file,
      idFile,
    );
    findings.push({ rule: "cert.idFile", section: "cert", key: own.smTls ? "sm_node_cert" : "node_cert", message });
  }
  // a copied folder is one mistake, and a key that doesn't fit says enough
  if (!sameTls || sameTls === sameId || own.certificates?.foreignKey || sameTls.certificates?.foreignKey)
    return findings;
  if (isToBeTold(hasStrayCertificate(own), hasStrayCertificate(sameTls))) {
    const message = text(
      "{0} has the same TLS certificate. Other nodes treat both as one, and only one of them can connect.",
      called(sameTls, own),
    );
    findings.push({ rule: "cert.shared", section: "cert", message });
  }
  return findings;
}

/** The node's own key. */
function keyFindings(own: FolderFacts): AcrossFinding[] {
  const { key, sm } = own;
  const on = (rule: AcrossRuleId, message: LocalizableText): AcrossFinding[] => [
    { rule, section: "security", key: "private_key_path", message },
  ];
  if (!key) return [];
  if (key.missing && key.name === "")
    return on(
      "key.missing",
      text("The name is empty, and the node doesn't use the default. It can't start without its key."),
    );
  if (key.missing) return on("key.missing", text("{0} is missing. The node can't start without its key.", key.name));
  if (key.unreadable)
    return on(
      "key.unreadable",
      text("{0} can't be read: it is a folder, or permission is missing. The node can't start without it.", key.name),
    );
  if (key.isLocked)
    return on(
      "key.unreadable",
      text("{0} is locked with a password, which the node doesn't know. It can't start.", key.name),
    );
  if (key.isNoKey)
    return on("key.unreadable", text("{0} doesn't hold a node's private key. The node can't start.", key.name));
  if (!isOfOtherSuite(own)) return [];
  return on(
    "key.otherSuite",
    sm
      ? text("{0} is a secp256k1 key, but the chain is an SM chain (sm_crypto=true). The node can't start.", key.name)
      : text("{0} is an SM2 key, but the chain isn't an SM chain (sm_crypto=false). The node can't start.", key.name),
  );
}

/** Files that config.ini has outside of the folder: another node's, or ones that aren't there. */
function outsideFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  return own.outside.flatMap(({ section, key, written, path, missing }): AcrossFinding[] => {
    const place = { section, key };
    const other = all.find((each) => each.path !== own.path && `${path}/`.startsWith(`${each.path}/`));
    if (other && section === "security") {
      const message = text("This is the key of {0}. Two nodes with one key disturb the consensus.", called(other, own));
      return [{ rule: "key.foreign", ...place, message }];
    }
    if (other && section === "cert") {
      const message = text(
        "These are the TLS files of {0}. Other nodes treat both as one, and only one of them can connect.",
        called(other, own),
      );
      return [{ rule: "cert.shared", ...place, message }];
    }
    if (!missing) return [];
    const rule = section === "security" ? "key.missing" : section === "cert" ? "cert.missing" : "peers.missing";
    const message = text("{0} isn't there on this computer. If the node runs here, it can't start.", written);
    return [{ rule, ...place, message }];
  });
}

/** Database and log: what a node needs for itself. */
function sharedFolders(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const others = all.filter((other) => other.installed && other.path !== own.path && hostOf(other) === hostOf(own));
  // the one that has it in its own folder is as it should be
  const isOwn = (path: string): boolean => path.startsWith(`${own.path}/`);
  const data = isOwn(own.data) ? undefined : others.find((other) => other.data === own.data);
  const log = isOwn(own.log) ? undefined : others.find((other) => other.log === own.log);
  return [
    ...(data
      ? [
          {
            rule: "data.shared",
            section: "storage",
            key: "data_path",
            message: text("{0} keeps its data in the same folder. Only one of them can start.", called(data, own)),
          } as const,
        ]
      : []),
    ...(log
      ? [
          {
            rule: "log.shared",
            section: "log",
            key: "log_path",
            message: text(
              "{0} writes its log to the same folder. The lines of both nodes get mixed up.",
              called(log, own),
            ),
          } as const,
        ]
      : []),
  ];
}

/** Files without which a node doesn't start. */
function missingFiles({ hasGenesis, peerList }: FolderFacts): AcrossFinding[] {
  const findings: AcrossFinding[] = [];
  if (!hasGenesis) {
    const message = text("config.genesis is missing in this folder. The node can't start without it.");
    findings.push({ rule: "genesis.missing", section: "", message });
  }
  const { state, key = "nodes_file", name } = peerList;
  if (state === "unreadable") {
    const message = text(
      "{0} can't be read: it is a folder, or permission is missing. The node can't start without it.",
      name,
    );
    findings.push({ rule: "peers.missing", section: "p2p", key, message });
  }
  // an empty nodes.json says so itself
  if (state === "missing" || (state === "empty" && name !== "nodes.json")) {
    const message =
      state === "missing" && (name === "" || name.endsWith("/"))
        ? text(
            "nodes_file is empty, and the node doesn't use the default. It refuses to start without its list of peers.",
          )
        : state === "missing"
          ? text("{0}, the list of peers, is missing. The node refuses to start without it.", name)
          : text("{0}, the list of peers, is empty. The node refuses to start.", name);
    findings.push({ rule: "peers.missing", section: "p2p", key, message });
  }
  return findings;
}

/** A port of a node that another node on its host opens too. */
interface SharedPort {
  readonly section: string;
  readonly key: string;
  readonly port: number;
  /** What the other is called, and its key. */
  readonly other: string;
  readonly otherKey: string;
}

/**
 * The ports of a node that others on its host open too. Folders without any key or certificate hold files that were collected: no node
 * starts there.
 */
export function sharedPorts(own: FolderFacts, all: readonly FolderFacts[]): SharedPort[] {
  if (!own.installed) return [];
  const neighbours = all.filter((other) => other.installed && other.path !== own.path && hostOf(other) === hostOf(own));
  return own.ports.flatMap(({ section, key, port, address }) => {
    for (const other of neighbours) {
      const taken = other.ports.find((one) => one.port === port && sameAddress(one.address, address));
      if (taken) return [{ section, key, port, other: called(other, own), otherKey: `${taken.section}.${taken.key}` }];
    }
    return [];
  });
}

const portFindings = (own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] =>
  sharedPorts(
    own,
    all.filter((other) => other.consensusId === undefined || other.consensusId !== own.consensusId),
  ).map(({ section, key, port, other, otherKey }) => ({
    rule: "port.shared",
    section,
    key,
    message: text("{1} ({2}) also uses port {0}. On one host, only one of them can start.", port, other, otherKey),
  }));

/** A key that is no sealer's, where a sealer has no folder although there are as many folders as sealers. */
function strangeKey(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const sealers = sealersOf(own.genesis);
  const known = [own, ...chainMates(own, all)].map(({ consensusId }) => consensusId);
  const absent = sealers.find((id) => !known.includes(id));
  const id = own.key?.consensusId;
  if (
    id === undefined ||
    isOfOtherSuite(own) ||
    sealers.includes(id) ||
    absent === undefined ||
    known.length < Math.max(2, sealers.length)
  )
    return [];
  const message = text(
    "The ID of this key isn't among the sealers of config.genesis, and the sealer {0} has no folder here.",
    `${absent.slice(0, 8)}…`,
  );
  return [{ rule: "key.notSealer", section: "security", key: "private_key_path", message }];
}

/** No line of a file shows a light node. */
function lightNodeFindings({ lightNode }: FolderFacts): AcrossFinding[] {
  const fact = lightNode ? removals.find(({ kind }) => kind === "lightNode") : undefined;
  const message = fact && removalText(fact, newestRelease);
  return message ? [{ rule: "release.lightNode", section: "", message }] : [];
}

/** What is to be said of a folder beside the others; `now` in milliseconds since 1970. */
export function acrossFindings(
  own: FolderFacts,
  all: readonly FolderFacts[],
  now: number,
): { readonly config: readonly AcrossFinding[]; readonly genesis: readonly AcrossFinding[] } {
  const genesis = [...genesisFinding(own, all), ...uncomparedFindings(own, all)];
  if (own.installed && own.config === "none") {
    const message = text("config.ini is missing in this folder. The node can't start without it.");
    return { config: [], genesis: [{ rule: "config.missing", section: "", message }, ...genesis] };
  }
  // of a file that the node doesn't read at all, that is all there is to say
  if (own.config === "illegible") return { config: [], genesis };
  if (own.installed && own.config === "empty") {
    const message = text(
      "The file has no settings. With the defaults alone, the node finds neither its key nor its certificates and can't start.",
    );
    return { config: [{ rule: "config.empty", section: "", message }], genesis };
  }
  const identity = identityFindings(own, all);
  return {
    config: [
      ...(own.certificates ? certificateFindings(own.certificates, now) : []),
      ...identity,
      ...(own.installed
        ? [
            ...missingFiles(own),
            ...keyFindings(own),
            ...outsideFindings(own, all),
            ...sharedFolders(own, all),
            ...alikeFindings(own, all),
            ...unreadChain(own),
            ...(identity.length > 0 ? [] : strangeKey(own, all)),
            ...listFindings(own, all),
            ...loopbackFinding(own, all),
          ]
        : []),
      ...portFindings(own, all),
      ...lightNodeFindings(own),
    ],
    genesis,
  };
}

/** Where a finding stands: on the value of its key, else on the key's section, else on the first line. */
function placeOf(document: IniDocument, { section, key, value }: AcrossFinding): TextRange {
  const begins = ({ block, name, value: written }: IniLine): boolean =>
    block?.name === section && name.startsWith(key ?? "") && written.toLowerCase().startsWith(value ?? "");
  const entry = value === undefined ? key && document.find(section, key) : document.lines.find(begins);
  const line = entry ?? document.header(section) ?? document.lines[0];
  if (!line) return lineRange(0, 0, 0);
  const index = document.lines.indexOf(line);
  if (entry)
    return entry.valueStart < entry.valueEnd
      ? lineRange(index, entry.valueStart, entry.valueEnd)
      : lineRange(index, entry.nameStart, entry.nameEnd);
  return line.opensBlock ? lineRange(index, line.start, line.headerEnd) : lineRange(index, 0, line.text.length);
}

/** The finding at its place in the file. */
export function placed(document: IniDocument, finding: AcrossFinding): Finding {
  const { rule, message, severity = acrossSeverity[rule] } = finding;
  return { rule, severity, range: placeOf(document, finding), message };
}
