import { type LocalizableText, text } from "../../text/catalogue";
import { dayMs } from "../../time/units";
import { sameAddress } from "../analysis/listener";
import type { IniDocument } from "../document/iniDocument";
import { type AcrossRuleId, acrossSeverity, type Finding } from "../findings/finding";
import { genesisDifference } from "../settledGenesis";
import { lineRange } from "../text/textRange";
import type { CertificateFacts } from "./certificates";
import type { FolderFacts } from "./folderFacts";

/** A finding about a folder beside others, before it is known on which line of its file it is shown. */
export interface AcrossFinding {
  readonly rule: AcrossRuleId;
  readonly section: string;
  readonly key?: string;
  readonly message: LocalizableText;
}

/** So many days before its end, a certificate is spoken of. */
export const certificateWarnDays = 30;

/** The folder above: that of the host, which the nodes of one machine share. */
const hostOf = ({ path }: FolderFacts): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The folder of the chain above the hosts, as the chain builder lays them. */
const chainOf = (facts: FolderFacts): string => hostOf({ ...facts, path: hostOf(facts) });

/** How others are called: by the name, with the host's folder where the name is the same. */
const called = (other: FolderFacts, own: FolderFacts): string =>
  other.name === own.name ? other.path.split("/").slice(-2).join("/") : other.name;

function certificateFindings(facts: CertificateFacts, now: number): AcrossFinding[] {
  const { missing, foreignKey, foreignAuthority, ends } = facts;
  const on = (rule: AcrossRuleId, key: string, message: LocalizableText): AcrossFinding => ({
    rule,
    section: "cert",
    key,
    message,
  });
  return [
    ...missing.map(({ key, name }) =>
      on("cert.missing", key, text("{0} is missing: the node can't start without its TLS files.", name)),
    ),
    ...(foreignKey
      ? [
          on(
            "cert.foreign",
            foreignKey.key,
            text("{0} is the key of another certificate: the node can't start.", foreignKey.name),
          ),
        ]
      : []),
    ...(foreignAuthority
      ? [
          on(
            "cert.foreign",
            foreignAuthority.key,
            text("This node's certificate wasn't issued by {0}, so the other nodes refuse it.", foreignAuthority.name),
          ),
        ]
      : []),
    ...ends.flatMap(({ file, at }) => {
      const days = Math.ceil((at - now) / dayMs);
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

function identityFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const sameId = alike(own, all, ({ consensusId }) => consensusId);
  const sameTls =
    alike(own, all, ({ certificates }) => certificates?.fingerprint) ?? alike(own, all, ({ tlsId }) => tlsId);
  return [
    ...(sameId
      ? [
          {
            rule: "node.sameId",
            section: "",
            message: text(
              "{0} has the same node ID (conf/node.pem). Two nodes with one key disturb the consensus. Was the folder copied?",
              called(sameId, own),
            ),
          } as const,
        ]
      : []),
    ...(sameTls
      ? [
          {
            rule: "cert.shared",
            section: "cert",
            message: text(
              "{0} has the same TLS certificate. Other nodes treat both as one, and only one of them can connect.",
              called(sameTls, own),
            ),
          } as const,
        ]
      : []),
  ];
}

/** The node's own key and database: what it needs for itself, and shares with no one. */
function ownFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  if (!own.certificates) return [];
  const { key, sm } = own;
  const on = (rule: AcrossRuleId, message: LocalizableText): AcrossFinding => ({
    rule,
    section: "security",
    key: "private_key_path",
    message,
  });
  const shared = all.find((other) => other.certificates && other.path !== own.path && other.data === own.data);
  return [
    ...(key?.missing
      ? [on("key.missing", text("{0} is missing. The node can't start without its key.", key.name))]
      : []),
    ...(key?.sm !== undefined && sm !== undefined && key.sm !== sm
      ? [
          on(
            "key.otherSuite",
            sm
              ? text(
                  "{0} is a secp256k1 key, but the chain is an SM chain (sm_crypto=true). The node can't start.",
                  key.name,
                )
              : text(
                  "{0} is an SM2 key, but the chain isn't an SM chain (sm_crypto=false). The node can't start.",
                  key.name,
                ),
          ),
        ]
      : []),
    ...(shared
      ? [
          {
            rule: "data.shared",
            section: "storage",
            key: "data_path",
            message: text("{0} keeps its data in the same folder. Only one of them can start.", called(shared, own)),
          } as const,
        ]
      : []),
  ];
}

/** Addresses of nodes.json that lead to a port for clients: the node never finds a peer there. */
export function peerFindings(
  own: FolderFacts,
  all: readonly FolderFacts[],
): { peer: string; message: LocalizableText }[] {
  const here = all.filter((other) => other.certificates && hostOf(other) === hostOf(own));
  return own.peers.flatMap((peer) => {
    const [, host = "", port = ""] = /^\[?([^\]]*)\]?:(\d+)$/.exec(peer) ?? [];
    if (!/^(?:127\.|localhost$|::1$)/.test(host)) return [];
    const taken = here.flatMap((folder) =>
      folder.ports.filter((one) => one.port === Number(port)).map((one) => ({ folder, section: one.section })),
    );
    const [wrong] = taken;
    if (!wrong || taken.some(({ section }) => section === "p2p")) return [];
    const message = text(
      "Port {0} is the {1} port of {2}, not its P2P port. The node never connects there.",
      port,
      wrong.section,
      called(wrong.folder, own),
    );
    return [{ peer, message }];
  });
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
  if (!own.certificates) return [];
  const neighbours = all.filter(
    (other) => other.certificates && other.path !== own.path && hostOf(other) === hostOf(own),
  );
  return own.ports.flatMap(({ section, key, port, address }) => {
    for (const other of neighbours) {
      const taken = other.ports.find((one) => one.port === port && sameAddress(one.address, address));
      if (taken) return [{ section, key, port, other: called(other, own), otherKey: `${taken.section}.${taken.key}` }];
    }
    return [];
  });
}

const portFindings = (own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] =>
  sharedPorts(own, all).map(({ section, key, port, other, otherKey }) => ({
    rule: "port.shared",
    section,
    key,
    message: text("{1} ({2}) also uses port {0}. On one host, only one of them can start.", port, other, otherKey),
  }));

/** A node whose file settles otherwise than those of most of its group is on another chain than they are. */
function genesisFinding(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  if (own.genesis === undefined) return [];
  const group = all.filter(
    (other) => other.genesis !== undefined && other.group === own.group && chainOf(other) === chainOf(own),
  );
  const same = group.filter(({ genesis }) => genesis === own.genesis).length;
  const counts = new Map<string, number>();
  for (const { genesis = "" } of group) counts.set(genesis, (counts.get(genesis) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (counts.size < 2 || (same === most && [...counts.values()].filter((count) => count === most).length === 1))
    return [];
  const other = group.find(({ genesis }) => genesis !== own.genesis && counts.get(genesis ?? "") === most);
  if (!other) return [];
  const difference = genesisDifference(own.genesis, other.genesis ?? "");
  if (!difference) {
    const message = text(
      "This file differs from {0}'s. With another genesis block, the node is on another chain and never joins this one.",
      called(other, own),
    );
    return [{ rule: "genesis.differs", section: "", message }];
  }
  const { section, key, values } = difference;
  const message = text(
    "{0} is {1} here and {2} in {3}. With another genesis block, the node is on another chain and never joins this one.",
    key,
    ...values,
    called(other, own),
  );
  return [{ rule: "genesis.differs", section, key, message }];
}

/** What is to be said of a folder beside the others; `now` in milliseconds since 1970. */
export function acrossFindings(
  own: FolderFacts,
  all: readonly FolderFacts[],
  now: number,
): { readonly config: readonly AcrossFinding[]; readonly genesis: readonly AcrossFinding[] } {
  return {
    config: [
      ...(own.certificates ? certificateFindings(own.certificates, now) : []),
      ...identityFindings(own, all),
      ...ownFindings(own, all),
      ...portFindings(own, all),
    ],
    genesis: genesisFinding(own, all),
  };
}

/** The finding on the line of its key, else on that of its section, else on the first. */
export function placed(document: IniDocument, { rule, section, key, message }: AcrossFinding): Finding {
  const entry = key === undefined ? undefined : document.find(section, key);
  const line = entry ?? document.sections(section)[0]?.header ?? document.lines[0];
  const index = line ? document.lines.indexOf(line) : 0;
  return { rule, severity: acrossSeverity[rule], range: lineRange(index, 0, line?.text.length ?? 0), message };
}
