import { closestName } from "../../text/closestName";
import type { IniDocument, IniFileKind } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { findKey, type KeySpec, plainKeys, sectionSpecs } from "../schema/keySpec";
import type { Evaluation } from "./evaluation";
import { isRead } from "./listeners";
import { asciiForm } from "./suspiciousText";

/** A key as a node reads it. */
export interface MeantKey {
  readonly section: string;
  readonly key: string;
  /** Where it stands in the other of the two files. */
  readonly otherFile?: "config.ini" | "config.genesis";
}

/** Whether a section has the key: as it is written, or as one of a list of nodes, where any number is. */
function hasKey(kind: IniFileKind, section: string, key: string): boolean {
  const spec = findKey(kind, section, key);
  return spec !== undefined && (spec.key === key || spec.type === "sealer" || spec.type === "nodeid");
}

/** Where a node reads a key of that name, if only in one place: in another section, or in the other file. */
function placeOfKey(kind: IniFileKind, key: string): MeantKey | undefined {
  const placesIn = (of: IniFileKind): string[] =>
    sectionSpecs(of).flatMap(({ name }) => (hasKey(of, name, key) ? [name] : []));
  const [here, more] = placesIn(kind);
  if (here !== undefined) return more === undefined ? { section: here, key } : undefined;
  const other = kind === "config" ? "genesis" : "config";
  const [there, another] = placesIn(other);
  if (there === undefined || another !== undefined) return undefined;
  return { section: there, key, otherFile: other === "genesis" ? "config.genesis" : "config.ini" };
}

/** The key that was meant by a name that the node doesn't know in this section. */
export function meantKey(kind: IniFileKind, section: string, name: string): MeantKey | undefined {
  const ascii = asciiForm(name);
  if (ascii !== name && findKey(kind, section, ascii)) return { section, key: ascii };
  const place = placeOfKey(kind, ascii);
  if (place) return place;
  const key = closestName(ascii, plainKeys(kind, section));
  return key === undefined ? undefined : { section, key };
}

/** What was meant by a key above the first section: one of the section that follows. */
function meantAbove(document: IniDocument, name: string): MeantKey | undefined {
  const section = document.blocks[1]?.name ?? "";
  return findKey(document.kind, section, name) ? { section, key: name } : undefined;
}

const decisiveTypes: ReadonlySet<KeySpec["type"]> = new Set(["bool", "enum", "file", "dir", "hex"]);
const measuring = new Set(["log", "flow_control"]);

/**
 * Whether a node with the default in place of what was written is another node than was meant: of the chain, or one with other keys,
 * certificates, data or protection. With another port, address, or size it is the same one, which a warning tells.
 */
const isDecisive = (kind: IniFileKind, section: string, { type }: KeySpec): boolean =>
  kind === "genesis" || section === "chain" || (decisiveTypes.has(type) && !measuring.has(section));

/**
 * Whether an entry that no node reads costs something: it was meant for a key that the file doesn't have otherwise, so the node takes the
 * default in place of what was written.
 */
export function losesValue(document: IniDocument, line: IniLine, evaluation: Evaluation): boolean {
  const { kind } = document;
  const meant = line.block?.header ? meantKey(kind, line.block.name, line.name) : meantAbove(document, line.name);
  if (!meant || meant.otherFile !== undefined) return false;
  const spec = findKey(kind, meant.section, meant.key);
  return (
    spec !== undefined &&
    isDecisive(kind, meant.section, spec) &&
    isRead(evaluation, meant.section, meant.key) &&
    line.value !== spec.default &&
    document.find(meant.section, meant.key) === undefined
  );
}

/** The section that was meant by a name that the node doesn't know. */
export const meantSection = (kind: IniFileKind, name: string): string | undefined =>
  closestName(
    asciiForm(name),
    sectionSpecs(kind).map((spec) => spec.name),
  );

/** Whether a section that no node reads costs something: the one that was meant isn't there, so the defaults of its keys hold. */
export function losesSection(document: IniDocument, line: IniLine): boolean {
  const { kind } = document;
  const meant = meantSection(kind, line.name);
  const own = line.block?.keys;
  if (meant === undefined || own === undefined) return false;
  const known = sectionSpecs(kind).find(({ name }) => name === meant)?.keys ?? [];
  return (
    (kind === "genesis" ? own.size > 0 : known.some((spec) => isDecisive(kind, meant, spec) && own.has(spec.key))) &&
    !document.sections(meant).some(({ keys }) => keys.size > 0)
  );
}

/**
 * Sections and keys that only nodes of 2.x read, in their config.ini, group.<n>.genesis or group.<n>.ini: what is left of them in a file of
 * 3.x is no slip, and has its own words.
 */
const sections = new Set([
  "network_security",
  "group",
  "compatibility",
  "network_compress",
  "tx_pool",
  "tx_execute",
  "state",
]);

const keys: Readonly<Record<string, RegExp>> = {
  rpc: /^(?:channel_listen_ip|channel_listen_port|jsonrpc_listen_ip|jsonrpc_listen_port|disable_dynamic_group)$/,
  p2p: /^(?:node\.\d+|enable_compress)$/,
  chain: /^(?:id|sm_crypto_channel)$/,
  storage_security: /^key_manager_(?:ip|port)$/,
  flow_control: /^(?:limit_req|outgoing_bandwidth_limit)$/,
  consensus: /^(?:max_trans_num|min_block_generation_time|enable_dynamic_block_size|enable_ttl_optimization|ttl)$/,
  storage: /^(?:max_capacity|max_forward_block|scroll_threshold_multiple|binary_log|cached_storage|topic)$/,
};

export const isLeftoverSection = (name: string): boolean => sections.has(name);

export const isLeftoverKey = (section: string, key: string): boolean =>
  Object.hasOwn(keys, section) && keys[section]?.test(key) === true;
