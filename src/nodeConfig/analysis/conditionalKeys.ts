import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import type { KeySpec } from "../schema/keySpec";
import { readBool, readInt32 } from "../values/typedRead";

/** The node's boolean at that place, its default without a valid one. */
export function flag(document: IniDocument, section: string, key: string, otherwise = false): boolean {
  const line = document.find(section, key);
  return line ? (readBool(line.value) ?? otherwise) : otherwise;
}

function word(document: IniDocument, section: string, key: string, otherwise: string): string {
  return (document.find(section, key)?.value ?? otherwise).toUpperCase();
}

/** Keys the node looks at only when another one says so, with that condition. */
const conditions: Readonly<Record<string, (document: IniDocument) => boolean>> = {
  "storage.archive_ip": (document) => flag(document, "storage", "enable_archive"),
  "storage.archive_port": (document) => flag(document, "storage", "enable_archive"),
  "web3_rpc.listen_ip": (document) => flag(document, "web3_rpc", "enable"),
  "web3_rpc.listen_port": (document) => flag(document, "web3_rpc", "enable"),
  "redis.server_ip": (document) => flag(document, "flow_control", "enable_distributed_ratelimit"),
  "redis.server_port": (document) => flag(document, "flow_control", "enable_distributed_ratelimit"),
  "security.cloud_kms_type": (document) => word(document, "security", "kms_type", "LEGACY") === "CLOUDKMS",
  "security.cipher_data_key": (document) => word(document, "security", "kms_type", "LEGACY") === "BCOSKMS",
  "security.key_index": (document) =>
    flag(document, "security", "enable_hsm") || word(document, "security", "kms_type", "LEGACY") === "HSM",
  "storage_security.kms_type": (document) => flag(document, "storage_security", "enable"),
  "storage_security.key_center_url": (document) =>
    flag(document, "storage_security", "enable") &&
    word(document, "storage_security", "kms_type", "LEGACY") === "LEGACY",
  "storage_security.cipher_data_key": (document) => flag(document, "storage_security", "enable"),
  "failover.member_id": (document) => flag(document, "failover", "enable"),
};

/** Keys that must be there, and not empty, as soon as their condition holds. */
const required: ReadonlySet<string> = new Set([
  "storage.archive_ip",
  "storage.archive_port",
  "redis.server_ip",
  "redis.server_port",
  "security.cloud_kms_type",
  "security.cipher_data_key",
  "security.key_index",
  "storage_security.key_center_url",
  "storage_security.cipher_data_key",
  "failover.member_id",
]);

/** Whether the node reads the key only under a condition; its value is then judged with the whole file at hand. */
export function isConditional(section: string, spec: KeySpec, line: IniLine): boolean {
  // The web3 port is read in any case, but its range is looked at only when the server is on.
  if (section === "web3_rpc" && spec.key === "listen_port") return readInt32(line.value) !== undefined;
  return Object.hasOwn(conditions, `${section}.${spec.key}`);
}

export interface ConditionalKey {
  readonly section: string;
  readonly key: string;
  readonly required: boolean;
}

/** The conditional keys whose condition holds in this file. */
export function activeConditionalKeys(document: IniDocument): ConditionalKey[] {
  const active: ConditionalKey[] = [];
  for (const [id, holds] of Object.entries(conditions)) {
    const [section = "", key = ""] = id.split(".");
    if (holds(document)) active.push({ section, key, required: required.has(id) });
  }
  return active;
}
