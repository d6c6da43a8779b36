import { IniDocument, type IniFileKind } from "./document/iniDocument";
import { findKey, findSection } from "./schema/keySpec";

/** What a file is to us; `nodes` is a node's `nodes.json`. */
export type DetectedKind = IniFileKind | "nodes";

/** Sections that only a FISCO BCOS node has. */
const tellingSections: ReadonlySet<string> = new Set([
  "certificate_blacklist",
  "certificate_whitelist",
  "web3_rpc",
  "storage_security",
  "txpool",
  "flow_control",
]);
/** Keys so common that they say nothing: other programs' `config.ini` have them too, a client SDK's `[cert]` for one. */
const commonKeys =
  /^(log|cert|redis|service|executor|chain)\.|^storage\.(type|data_path|cache_size|enable_cache)$|\.(enable|thread_count|password|listen_ip)$/;

function looksLikeConfig(document: IniDocument): boolean {
  return document.blocks.some((block) => {
    if (block.header === undefined) return false;
    const name = block.name.toLowerCase();
    if (tellingSections.has(name)) return true;
    if (block.listSection)
      return [...document.lines].some((line) => line.block === block && block.listSection?.owns(line.name));
    const section = findSection("config", name);
    return (
      section?.keys.some((spec) => block.keys.has(spec.key) && !commonKeys.test(`${section.name}.${spec.key}`)) ?? false
    );
  });
}

function looksLikeGenesis(document: IniDocument): boolean {
  let known = 0;
  for (const line of document.lines) {
    if (line.kind !== "entry" || !line.block) continue;
    if (line.block.name === "consensus" && line.name.startsWith("node.")) return true;
    if (findKey("genesis", line.block.name, line.name)) known++;
  }
  return known >= 2;
}

/**
 * What kind of file this is, `undefined` when it is none of ours: many programs have a `config.ini`, and theirs stays
 * alone. `inNodeFolder` says that the folder itself tells (a `config.genesis` or `conf/*.nodeid` beside it).
 */
export function detectFile(path: string, content: string, inNodeFolder = false): DetectedKind | undefined {
  const name = path.split(/[\\/]/).pop()?.toLowerCase() ?? "";
  if (name === "nodes.json") {
    return inNodeFolder || /^\s*\{\s*"nodes"\s*:/.test(content) ? "nodes" : undefined;
  }
  if (name.endsWith(".genesis")) {
    return inNodeFolder || looksLikeGenesis(new IniDocument(content, "genesis")) ? "genesis" : undefined;
  }
  if (!name.endsWith(".ini")) return undefined;
  return inNodeFolder || looksLikeConfig(new IniDocument(content, "config")) ? "config" : undefined;
}
