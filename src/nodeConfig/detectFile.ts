import type { IniFileKind } from "./document/iniDocument";
import { looksLikeNodeConfig } from "./recognizeNodeConfig";

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
