import type { RemovalFact } from "../../facts/releases/removals";
import { folderFacts, lightProgram } from "../across/folderFacts";
import { listener, reachedAt } from "../analysis/listener";
import { restingLines } from "../analysis/removalRules";
import type { CertificateTools } from "../certificates/certificates";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import { type FolderFiles, isNodeFolder } from "../nodeFolder";

/** What a node folder says that matters to an upgrade of its node. No key and no certificate is kept. */
export interface UpgradeFolder {
  /** With `/` between names. */
  readonly path: string;
  readonly name: string;
  /** 128 hex digits; undefined where the folder doesn't show it. */
  readonly nodeId: string | undefined;
  /** The release that its node printed when it was started last: `3.16.4`. */
  readonly started: string | undefined;
  /** `p2p.listen_port` of every line of config.ini that a node would read. */
  readonly keys: readonly string[];
  /** What its files, and the programs in it, have that a later release hasn't. */
  readonly rests: readonly RemovalFact["kind"][];
  /** `[p2p] max_sessions_per_ip`; undefined where the file doesn't say it. */
  readonly sessionsOfAddress: number | undefined;
  /** Nodes that nodes.json names at each address. */
  readonly peersByHost: ReadonlyMap<string, number>;
  /** When TLS certificates end, in milliseconds since 1970. */
  readonly certificates: readonly { readonly name: string; readonly endsAtMs: number }[];
  /** TLS files that config.ini names and that aren't there: a node doesn't start without them. */
  readonly missingFiles: readonly string[];
  /** Folder of the database, absolute. */
  readonly data: string;
  /** Where its node can be found listening on its machine: its P2P port. */
  readonly listens: { readonly host: string; readonly port: number } | undefined;
  /** Whether `stop.sh` and `start.sh` lie in it. */
  readonly scripts: boolean;
}

/** A file of more keys is none that a person wrote. */
const maxKeys = 2000;

const keysOf = (document: IniDocument): string[] => {
  const entries = document.lines.filter(({ kind, block }) => kind === "entry" && block !== undefined);
  return [...new Set(entries.slice(0, maxKeys).map(({ name, block }) => `${block?.name ?? ""}.${name}`))];
};

/** Counts how many of `ip:port` name the same address. */
export function countByHost(endpoints: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const endpoint of endpoints) {
    const host = endpoint.replace(/:\d{1,5}$/, "");
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

/** Reads what an upgrade has to know of a node folder; undefined for a folder that is no node's. */
export async function upgradeFolder(
  path: string,
  files: FolderFiles,
  tools: CertificateTools,
): Promise<UpgradeFolder | undefined> {
  const { read, list } = files;
  const isLight = (await list(".")).includes(lightProgram);
  if (!isLight && !(await isNodeFolder(read))) return undefined;
  const [facts, config, genesis, names] = await Promise.all([
    folderFacts(path, files, tools),
    read("config.ini"),
    read("config.genesis"),
    list("."),
  ]);
  const document = parseDocument(config ?? "");
  const [port] = listener(document, "p2p");
  const sessions = document.find("p2p", "max_sessions_per_ip")?.value ?? "";
  return {
    path: facts.path,
    name: facts.name,
    nodeId: facts.consensusId,
    started: facts.started,
    keys: keysOf(document),
    rests: [
      ...[document, parseDocument(genesis ?? "", "genesis")].flatMap(restingLines).map(({ fact }) => fact.kind),
      ...(isLight ? (["lightNode"] as const) : []),
    ],
    sessionsOfAddress: /^\d{1,9}$/.test(sessions) ? Number(sessions) : undefined,
    peersByHost: countByHost(facts.peers),
    certificates: (facts.certificates?.ends ?? []).map(({ file, at }) => ({ name: file.name, endsAtMs: at })),
    missingFiles: (facts.certificates?.missing ?? []).map(({ name }) => name),
    data: facts.data,
    listens: port && { host: reachedAt(port.address, "127.0.0.1"), port: port.port },
    scripts: names.includes("stop.sh") && names.includes("start.sh"),
  };
}
