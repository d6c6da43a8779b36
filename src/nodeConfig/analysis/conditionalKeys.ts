import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import type { KeySpec } from "../schema/keySpec";
import { readBool, readInt32 } from "../values/typedRead";

/** The node's boolean at that place, its default without a valid one. */
export function flag(document: IniDocument, section: string, key: string, otherwise = false): boolean {
  const line = document.find(section, key);
  return line ? (readBool(line.value) ?? otherwise) : otherwise;
}

interface Condition {
  readonly holds: (document: IniDocument) => boolean;
  /** Then it must be there, and not empty. */
  readonly required: boolean;
}

const needed = (holds: Condition["holds"]): Condition => ({ holds, required: true });
const looked = (holds: Condition["holds"]): Condition => ({ holds, required: false });

const archives = (document: IniDocument): boolean => flag(document, "storage", "enable_archive");
const servesWeb3 = (document: IniDocument): boolean => flag(document, "web3_rpc", "enable");
const limitsByRedis = (document: IniDocument): boolean =>
  flag(document, "flow_control", "enable_distributed_ratelimit");
const connectsToRedis = (document: IniDocument): boolean =>
  limitsByRedis(document) && flag(document, "flow_control", "enable");
const encryptsStorage = (document: IniDocument): boolean => flag(document, "storage_security", "enable");
const kms = (document: IniDocument, section: string): string =>
  (document.find(section, "kms_type")?.value ?? "LEGACY").toUpperCase();

/** The key of config.ini that puts the node's own key into a hardware security module (`NodeConfig::loadSecurityConfig`). */
export function hardwareKey(document: IniDocument): "enable_hsm" | "kms_type" | undefined {
  const type = kms(document, "security");
  if (type === "HSM") return "kms_type";
  return type === "LEGACY" && flag(document, "security", "enable_hsm") ? "enable_hsm" : undefined;
}

/** Whether the node's own key is no file: a hardware security module or a key service has it. */
export const keyIsElsewhere = (document: IniDocument): boolean =>
  hardwareKey(document) !== undefined || kms(document, "security") !== "LEGACY";

/** Keys the node looks at only when another one says so, with that condition. */
const conditions: Readonly<Record<string, Condition>> = {
  "storage.archive_ip": needed(archives),
  "storage.archive_port": needed(archives),
  "web3_rpc.listen_ip": looked(servesWeb3),
  "web3_rpc.listen_port": looked(servesWeb3),
  "redis.server_ip": needed(limitsByRedis),
  "redis.server_port": needed(limitsByRedis),
  "redis.connection_pool_size": looked(connectsToRedis),
  "redis.db": looked(connectsToRedis),
  "security.cloud_kms_type": needed((document) => kms(document, "security") === "CLOUDKMS"),
  "security.cipher_data_key": needed((document) => kms(document, "security") === "BCOSKMS"),
  "security.key_index": needed((document) => hardwareKey(document) !== undefined),
  "storage_security.kms_type": looked(encryptsStorage),
  "storage_security.key_center_url": needed(
    (document) => encryptsStorage(document) && kms(document, "storage_security") === "LEGACY",
  ),
  "storage_security.cipher_data_key": needed(encryptsStorage),
  "failover.cluster_url": looked((document) => flag(document, "failover", "enable")),
  "failover.member_id": needed((document) => flag(document, "failover", "enable")),
};

/** Whether the node reads the key only under a condition; its value is then judged with the whole file at hand. */
export function isConditional(section: string, spec: KeySpec, line: IniLine): boolean {
  // The web3 port is read in any case, but its range is looked at only when the server is on.
  if (section === "web3_rpc" && spec.key === "listen_port") return readInt32(line.value) !== undefined;
  return Object.hasOwn(conditions, `${section}.${spec.key}`);
}

interface ConditionalKey {
  readonly section: string;
  readonly key: string;
  readonly required: boolean;
}

/** The conditional keys whose condition holds in this file. */
export function activeConditionalKeys(document: IniDocument): ConditionalKey[] {
  const active: ConditionalKey[] = [];
  for (const [id, { holds, required }] of Object.entries(conditions)) {
    const [section = "", key = ""] = id.split(".");
    if (holds(document)) active.push({ section, key, required });
  }
  return active;
}
