/** Sections that nobody but a FISCO BCOS node reads. */
const telling = new Set(["certificate_blacklist", "certificate_whitelist", "storage_security", "txpool", "web3_rpc"]);
/** Sections of a node that other programs have too: `[p2p]` and one of these together tell. */
const common = new Set(["rpc", "cert", "security", "storage", "consensus", "chain", "executor", "sync", "failover"]);
const tellingServiceKeys = /^[ \t]*(?:without_tars_framework|tars_proxy_conf|node_name|scheduler)[ \t]*=/m;
/** Keys that nobody but a node has, whatever section they stand in; the last two are those of release 2.x. */
const tellingKeys =
  /^[ \t]*(?:(?:crl|cal)\.\w+|enable_archive|archive_ip|key_page_size|nodes_file|nodes_path|enable_rip_protocol|enable_ssl_verify|min_seal_time|baseline_scheduler|send_txs_by_tree|sync_block_by_tree|enable_hsm|tars_rpc_port|jsonrpc_listen_port|channel_listen_port)[ \t]*=/m;
/** Keys that other programs have too, but not under `[p2p]`. */
const p2pKeys = /^[ \t]*(?:listen_port|listen_ip|sm_ssl)[ \t]*=/m;
const genesisLine =
  /^[ \t]*(?:node\.[^=\n]*=[ \t]*[0-9a-fA-F]{64,}|compatibility_version[ \t]*=|consensus_type[ \t]*=|is_auth_check[ \t]*=|sm_crypto[ \t]*=)/m;
/** Enough of a file to tell: generated ones have 6 KB, and lists come early in them. */
const lookedAt = 64 * 1024;

/**
 * Whether a file called config.ini or config.genesis is a FISCO BCOS node's, judged by its content: many programs have a
 * config.ini, and theirs must stay alone. Takes the file's text (only its first 64 KB count) and which of the two it is.
 * Rests on the sections the node reads (docs/protocol/config-ini.md).
 */
export function looksLikeNodeConfig(text: string, kind: "config.ini" | "config.genesis"): boolean {
  const head = text.slice(0, lookedAt);
  if (kind === "config.genesis") return genesisLine.test(head);
  const sections = new Set<string>();
  for (const [, name] of head.matchAll(/^[ \t]*\[[ \t]*([^\]\r\n]*?)[ \t]*\]/gm)) if (name) sections.add(name);
  for (const name of sections) if (telling.has(name)) return true;
  if (sections.has("service") && tellingServiceKeys.test(head)) return true;
  if (tellingKeys.test(head)) return true;
  if (sections.has("p2p") && p2pKeys.test(head)) return true;
  return sections.has("p2p") && [...sections].some((name) => common.has(name));
}
