// The keys of config.ini and config.genesis as they are published, with what has to stand beside each so that a node looks at it.
import { readFileSync } from "node:fs";

/** A key, with what is known of it whatever the product says. */
export interface ConfigKey {
  readonly id: string;
  readonly kind: "config" | "genesis";
  readonly section: string;
  readonly key: string;
  readonly type: string;
  readonly onInvalid: string;
  readonly min?: number;
  readonly max?: number;
  /** A value that is right; undefined where any text is. */
  readonly right?: string;
  readonly isFamily: boolean;
  /** Whether the newest release doesn't read it. */
  readonly gone: boolean;
  readonly unread: boolean;
  /** A release that doesn't know the key yet. */
  readonly before?: string;
}

interface PublishedKey {
  readonly id: string;
  readonly type: string;
  readonly onInvalid: string;
  readonly since: string;
  readonly until?: string;
  readonly unread?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly enum?: readonly string[];
}

const read = <Data>(name: string): Data =>
  JSON.parse(readFileSync(new URL(`../fixtures/nodeConfig/${name}`, import.meta.url), "utf8")) as Data;

const members: Readonly<Record<string, string>> = {
  "conn_outgoing_bw_limit_<ip>": "conn_outgoing_bw_limit_10.0.0.1",
  "group_outgoing_bw_limit_<group>": "group_outgoing_bw_limit_group0",
  "incoming_module_qps_limit_<moduleId>": "incoming_module_qps_limit_1000",
};

/** The key as a file has it: of a family one of its keys. */
export const memberOf = ({ key }: Pick<ConfigKey, "key">): string => members[key] ?? key;

/** What has to stand beside a key so that the node looks at it, and so that nothing else is to be said. */
export const companions: Readonly<Record<string, readonly string[]>> = {
  "storage.archive_ip": ["[storage] enable_archive=true", "[storage] archive_port=8181"],
  "storage.archive_port": ["[storage] enable_archive=true", "[storage] archive_ip=127.0.0.1"],
  "web3_rpc.listen_ip": ["[web3_rpc] enable=true"],
  "web3_rpc.listen_port": ["[web3_rpc] enable=true"],
  "redis.server_ip": ["[redis] server_port=6379", "[flow_control] enable_distributed_ratelimit=true"],
  "redis.server_port": ["[redis] server_ip=127.0.0.1", "[flow_control] enable_distributed_ratelimit=true"],
  ...Object.fromEntries(
    ["connection_pool_size", "db"].map((key) => [
      `redis.${key}`,
      [
        "[redis] server_ip=127.0.0.1",
        "[redis] server_port=6379",
        "[flow_control] enable=true",
        "[flow_control] enable_distributed_ratelimit=true",
      ],
    ]),
  ),
  "security.cloud_kms_type": ["[security] kms_type=CLOUDKMS"],
  "security.cipher_data_key": ["[security] kms_type=BCOSKMS"],
  "security.key_index": ["[security] kms_type=HSM"],
  "storage_security.kms_type": [
    "[storage_security] enable=true",
    "[storage_security] key_center_url=127.0.0.1:8150",
    "[storage_security] cipher_data_key=k",
  ],
  "storage_security.key_center_url": ["[storage_security] enable=true", "[storage_security] cipher_data_key=k"],
  "storage_security.cipher_data_key": [
    "[storage_security] enable=true",
    "[storage_security] key_center_url=127.0.0.1:8150",
  ],
  "failover.cluster_url": ["[failover] enable=true", "[failover] member_id=a"],
  "failover.member_id": ["[failover] enable=true"],
  ...Object.fromEntries(
    [
      "rotate_time_point",
      "log_name_pattern",
      "rotate_name_pattern",
      "archive_path",
      "compress_archive_file",
      "max_archive_files",
      "max_archive_size",
      "min_free_space",
    ].map((key) => [`log.${key}`, ["[log] enable_rotate_by_hour=false"]]),
  ),
};

/** Keys that the node needs, beside their companions; an empty value is as bad as none. */
export const lacksWithout: ReadonlySet<string> = new Set([
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
  "executor.auth_admin_account",
]);

const rightOf: Readonly<Record<string, string>> = {
  bool: "true",
  ip: "127.0.0.1",
  double: "10",
  "csv-module": "raft",
  "csv-int": "1,2",
  hex: "0x00ff",
  time: "0:0:0",
};

/** A value that is right, and nothing more is to be said of it. */
function rightValue({ id, type, min, max, enum: words }: PublishedKey): string | undefined {
  if (id === "rpc.disable_ssl" || id.startsWith("experimental.single")) return "false";
  if (id === "experimental.force_sender") return "";
  if (/^service\.(rpc|gateway|scheduler|executor|txpool)$/.test(id)) return "chain0.server0";
  if (id === "storage.enable_archive" || id === "storage_security.enable" || id === "failover.enable") return "false";
  if (id === "executor.is_wasm") return "false";
  if (type === "version") return "3.16.0";
  if (type === "address") return "0x7a1f3c5e9b2d4860a1c3e5f708192a3b4c5d6e7f";
  if (type === "decimal-string") return "20200";
  if (id === "security.enable_hsm" || id === "flow_control.enable_distributed_ratelimit") return "false";
  if (words) return words[0];
  // twice a message, of which less than 1 MiB is too little
  if (id === "p2p.session_recv_buffer_size") return "67108864";
  if (id === "p2p.allow_max_msg_size") return "33554432";
  if (id === "web3_rpc.request_body_size_limit") return "10240000";
  if (type === "port") return "30300";
  if (/^u?int|^size/.test(type)) return String(Math.min(max ?? 100_000, Math.max(min ?? 8, 8)));
  return rightOf[type];
}

const before = (since: string): string | undefined => {
  const known = ["3.0.0", "3.1.0", "3.2.0", "3.3.0", "3.4.0", "3.6.0", "3.9.0", "3.11.0", "3.12.0", "3.15.0", "3.16.0"];
  const number = (version: string): number =>
    version.split(".").reduce((sum, part) => sum * 1000 + Number.parseInt(part, 10), 0);
  return known.filter((each) => number(each) < number(since)).at(-1);
};

function configKey(published: PublishedKey, kind: ConfigKey["kind"] = "config"): ConfigKey {
  const { id, type, onInvalid, since, until, unread, min, max } = published;
  const [section = "", ...rest] = id.split(".");
  const key = rest.join(".");
  const right = rightValue(published);
  const earlier = before(since);
  const never = unread === true || onInvalid === "none";
  return {
    ...{ id, kind, section, key, type, onInvalid },
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(right === undefined ? {} : { right }),
    isFamily: key.includes("<"),
    gone: never || until !== undefined,
    unread: never,
    ...(earlier === undefined || until !== undefined || kind === "genesis" ? {} : { before: earlier }),
  };
}

const later = read<{ config: readonly PublishedKey[]; genesis: readonly PublishedKey[] }>("laterKeyFacts.json");

/** Every key of config.ini but the entries of the lists, which have tests of their own, and every key of config.genesis but the sealers. */
export const configKeys: readonly ConfigKey[] = [
  ...[...read<{ keys: readonly PublishedKey[] }>("keyFacts.json").keys, ...later.config]
    .filter(({ type }) => type !== "nodeid")
    .map((key) => configKey(key)),
  ...later.genesis.map((key) => configKey(key, "genesis")),
];

/** Without these a node refuses every config.genesis. */
const genesisBase: readonly (readonly [section: string, entry: string])[] = [
  ["consensus", `node.0=${"a1".repeat(64)}:1`],
  ["version", "compatibility_version=3.16.0"],
  ["executor", "auth_admin_account=0x7a1f3c5e9b2d4860a1c3e5f708192a3b4c5d6e7f"],
];

/** A file of such sections; of a config.genesis also what it must have, but for the key in question. */
export function fileOf(
  key: ConfigKey,
  sections: readonly (readonly [name: string, entries: readonly string[]])[],
): string {
  const all = new Map<string, string[]>();
  const add = (name: string, entries: readonly string[]): void => {
    all.set(name, [...(all.get(name) ?? []), ...entries]);
  };
  for (const [name, entries] of sections) add(name, entries);
  if (key.kind === "genesis")
    for (const [name, entry] of genesisBase) if (!entry.startsWith(`${key.key}=`)) add(name, [entry]);
  return [...all].flatMap(([title, content]) => [`[${title}]`, ...content, ""]).join("\n");
}

/** A file with the key's own entries, and what has to stand beside them; `alone` without the latter. */
export function entriesWith(key: ConfigKey, entries: (name: string) => readonly string[], alone = false): string {
  const beside = (alone || key.kind === "genesis" ? [] : (companions[key.id] ?? [])).map((companion) => {
    const [, other = "", entry = ""] = /^\[(\w+)\] (.*)$/.exec(companion) ?? [];
    return [other, [entry]] as const;
  });
  return fileOf(key, [...beside, [key.section, entries(memberOf(key))]]);
}
