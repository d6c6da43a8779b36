import type { IniFileKind } from "./document/iniDocument";
import { trimBlanks } from "./text/trimBlanks";

/** Sections that only a FISCO BCOS node reads. */
const telling = new Set(["certificate_blacklist", "certificate_whitelist", "storage_security", "txpool", "web3_rpc"]);
/** Sections of a node that other programs have too: `[p2p]` and one of these together tell. */
const common = new Set(["rpc", "cert", "security", "storage", "consensus", "chain", "executor", "sync", "failover"]);
const tellingServiceKeys = new Set(["without_tars_framework", "tars_proxy_conf", "node_name", "scheduler"]);
/** Keys that only a node has, whatever section they stand in; the last two are those of release 2.x. */
const tellingKeys = new Set([
  "enable_archive",
  "archive_ip",
  "key_page_size",
  "nodes_file",
  "nodes_path",
  "enable_rip_protocol",
  "enable_ssl_verify",
  "min_seal_time",
  "baseline_scheduler",
  "send_txs_by_tree",
  "sync_block_by_tree",
  "enable_hsm",
  "tars_rpc_port",
  "jsonrpc_listen_port",
  "channel_listen_port",
]);
const listKey = /^(?:crl|cal)\.\w+$/;
/** Keys that other programs have too, but not under `[p2p]`. */
const p2pKeys = new Set(["listen_port", "listen_ip", "sm_ssl"]);
const genesisKeys = new Set(["compatibility_version", "consensus_type", "is_auth_check", "sm_crypto"]);
/** Enough of a file to tell: generated ones have 6 KB, and lists come early in them. */
const lookedAt = 64 * 1024;

/** The sections and keys of a text, in one walk over its lines; a value is cut where it isn't looked at further. */
function outline(text: string): { sections: Set<string>; entries: [key: string, value: string][] } {
  const sections = new Set<string>();
  const entries: [string, string][] = [];
  for (const whole of text.split(/\r\n?|\n/)) {
    const line = trimBlanks(whole);
    const close = line.startsWith("[") ? line.indexOf("]") : -1;
    if (close > 0) sections.add(trimBlanks(line.slice(1, close)));
    const equals = line.startsWith("[") ? -1 : line.indexOf("=");
    if (equals > 0) entries.push([trimBlanks(line.slice(0, equals)), trimBlanks(line.slice(equals + 1)).slice(0, 64)]);
  }
  return { sections, entries };
}

function isGenesis(text: string): boolean {
  const isSealer = (key: string, value: string): boolean => key.startsWith("node.") && /^[0-9a-fA-F]{64}$/.test(value);
  return outline(text).entries.some(([key, value]) => genesisKeys.has(key) || isSealer(key, value));
}

/**
 * Whether a file called config.ini or config.genesis is a FISCO BCOS node's, judged by its content: many programs have a
 * config.ini, and theirs must stay alone. Takes the file's text (only its first 64 KB count) and which of the two it is.
 * Rests on the sections the node reads (docs/protocol/config-ini.md).
 */
export function looksLikeNodeConfig(text: string, kind: "config.ini" | "config.genesis"): boolean {
  const head = text.slice(0, lookedAt);
  if (kind === "config.genesis") return isGenesis(head);
  const { sections, entries } = outline(head);
  const hasKey = (isMeant: (key: string) => boolean): boolean => entries.some(([key]) => isMeant(key));
  for (const name of sections) if (telling.has(name)) return true;
  if (sections.has("service") && hasKey((key) => tellingServiceKeys.has(key))) return true;
  if (hasKey((key) => tellingKeys.has(key) || listKey.test(key))) return true;
  if (sections.has("p2p") && hasKey((key) => p2pKeys.has(key))) return true;
  return sections.has("p2p") && [...sections].some((name) => common.has(name));
}

/** What a file is to us; `nodes` is a node's `nodes.json`. */
export type DetectedKind = IniFileKind | "nodes";

/**
 * What kind of file this is, `undefined` when it is none of ours: many programs have a `config.ini`, and theirs stays
 * alone. `inNodeFolder` says that the folder itself tells (a `config.genesis` or `conf/*.nodeid` beside it).
 */
export function detectFile(path: string, content: string, inNodeFolder = false): DetectedKind | undefined {
  const name = path.split(/[\\/]/).pop()?.toLowerCase() ?? "";
  if (name === "nodes.json") return inNodeFolder || /^\s*\{\s*"nodes"\s*:/.test(content) ? "nodes" : undefined;
  if (name.endsWith(".genesis")) {
    return inNodeFolder || looksLikeNodeConfig(content, "config.genesis") ? "genesis" : undefined;
  }
  if (!name.endsWith(".ini")) return undefined;
  return inNodeFolder || looksLikeNodeConfig(content, "config.ini") ? "config" : undefined;
}
