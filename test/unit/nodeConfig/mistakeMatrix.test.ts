// Every key × every kind of wrong: what a node does is worked out from the published facts of the keys, which know nothing of the product,
// and what is said has to be as grave. The counts are held by a golden text (docs/config-rules.md says what each rule means).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import type { Finding } from "../../../src/nodeConfig/findings/finding";
import { type ConfigKey, configKeys, entriesWith, fileOf, lacksWithout, memberOf } from "../../support/configKeys";

const newest = "3.17.1";

/**
 * What a node does with it: refuses to start; takes its default, or none, without a word; ignores the key or section without a word;
 * doesn't read the key in any case; takes the value as it is, which is right. `unknown`: not looked at yet.
 */
type Outcome = "stops" | "defaults" | "ignores" | "unread" | "takes" | "unknown";

interface Cell {
  readonly text: string;
  readonly outcome: Outcome;
  readonly version?: string;
}

const textTypes = new Set(["string", "file", "dir", "endpoint", "csv-endpoint", "address"]);
const numberTypes = new Set(["int32", "int64", "uint32", "uint64", "size", "port", "double"]);
const unsigned = new Set(["uint32", "uint64", "size"]);
/** Text keys whose form the node looks at. */
const isNamed = ({ id }: ConfigKey): boolean =>
  /^(service\.(rpc|gateway|node_name|scheduler|executor|txpool)|chain\.chain_id|storage_security\.key_center_url)$/.test(
    id,
  );
const isText = (key: ConfigKey): boolean => textTypes.has(key.type) && !isNamed(key);
/** Measured: with these out of range the node starts, and no other connects (docs/protocol/release-3.17.md). */
const isCap = ({ id }: ConfigKey): boolean => /^p2p\.(max_|handshake_timeout)/.test(id);

/** What comes of a value that is none of its type. */
function ofWrongType(key: ConfigKey): Outcome {
  if (isText(key)) return "takes";
  if (
    isNamed(key) ||
    key.type === "ip" ||
    key.type === "time" ||
    key.onInvalid === "throw" ||
    key.onInvalid === "lexcast-throw"
  )
    return "stops";
  return "defaults";
}

/** The values of a kind, with what comes of each; undefined where the kind means nothing for the key. */
const values: Readonly<Record<string, (key: ConfigKey) => readonly [value: string, outcome: Outcome] | undefined>> = {
  empty: (key) => {
    if (key.id === "service.node_name" || key.id === "chain.chain_id") return ["", "takes"];
    if (lacksWithout.has(key.id) || isNamed(key)) return ["", "stops"];
    if (key.id === "storage.data_path") return ["", "stops"];
    // the default doesn't hold: what an empty path means is for the folder to tell
    if (/^(dir|file)$/.test(key.type) && !withoutDefault.has(key.id)) return ["", "ignores"];
    if (isText(key) || /^(csv-|hex)/.test(key.type)) return ["", "takes"];
    return ["", key.type === "time" ? "stops" : ofWrongType(key)];
  },
  "wrong type": (key) => (isText(key) || isNamed(key) ? undefined : ["wrong", ofWrongType(key)]),
  "full-width digit": (key) => (isText(key) ? undefined : ["１", ofWrongType(key)]),
  "full-width sign behind": (key) => (isText(key) ? undefined : ["1；", ofWrongType(key)]),
  "unit behind": (key) => (numberTypes.has(key.type) ? ["100MB", ofWrongType(key)] : undefined),
  "point in a number": (key) => (/^u?int|^size|^port/.test(key.type) ? ["1.5", ofWrongType(key)] : undefined),
  "wrong case": (key) => {
    if (key.type === "bool") return ["TRUE", ofWrongType(key)];
    return undefined;
  },
  quoted: (key) => {
    const right = key.right ?? "x";
    return isText(key) ? [`"${right}"`, "ignores"] : [`"${right}"`, ofWrongType(key)];
  },
  "comment behind": (key) => {
    const right = key.right ?? "x";
    return [`${right} ; 注释`, isText(key) ? "ignores" : ofWrongType(key)];
  },
  "too small": (key) => {
    if (key.min === undefined) return undefined;
    if (unsigned.has(key.type) && key.min === 0) return undefined;
    if (key.type === "port") return [String(key.min - 1), key.id === "storage.archive_port" ? "defaults" : "stops"];
    return [String(key.min - 1), isCap(key) ? "defaults" : "stops"];
  },
  "too large": (key) => {
    if (key.max === undefined) return undefined;
    // cut to 16 bits, 65536 is 0
    return [String(key.max + 1), "stops"];
  },
  negative: (key) => {
    if (unsigned.has(key.type))
      return ["-1", /^(p2p\.thread_count|sync\.tree_width)$/.test(key.id) ? "stops" : "defaults"];
    if (!/^int/.test(key.type) || key.min !== undefined) return undefined;
    return ["-5", read[key.id]?.negative ?? "unknown"];
  },
  zero: (key) => {
    if (!numberTypes.has(key.type) || key.type === "port" || key.min !== undefined || key.type === "double")
      return undefined;
    if (zeroMeans.has(key.id)) return ["0", "takes"];
    return ["0", read[key.id]?.zero ?? "unknown"];
  },
};

/** What the sources tell of numbers (docs/protocol/config-ini.md, "Numbers out of place"). `defaults`: grave, and the node starts. */
const bothIgnored = { zero: "ignores", negative: "ignores" } as const;
const bothTaken = { zero: "takes", negative: "takes" } as const;
const read: Readonly<Record<string, { readonly zero?: Outcome; readonly negative?: Outcome }>> = {
  "p2p.allow_max_msg_size": { zero: "defaults" },
  "p2p.session_recv_buffer_size": { zero: "stops" },
  "p2p.session_max_read_data_size": { zero: "defaults" },
  "p2p.session_max_send_data_size": { zero: "takes" },
  "p2p.session_max_send_msg_count": { zero: "takes" },
  "p2p.thread_count": { zero: "ignores" },
  "rpc.thread_count": bothIgnored,
  "web3_rpc.thread_count": bothIgnored,
  "rpc.filter_timeout": bothIgnored,
  "rpc.filter_max_process_block": bothIgnored,
  "web3_rpc.filter_timeout": bothIgnored,
  "web3_rpc.filter_max_process_block": bothIgnored,
  "rpc.tars_rpc_port": { negative: "takes" },
  "rpc.tars_rpc_thread_count": { negative: "takes" },
  "web3_rpc.batch_request_size_limit": { zero: "takes", negative: "defaults" },
  "web3_rpc.request_body_size_limit": { zero: "ignores", negative: "defaults" },
  "web3_rpc.cors_max_age": bothTaken,
  "security.key_index": { zero: "stops", negative: "stops" },
  "executor.vm_cache_size": { zero: "defaults", negative: "defaults" },
  // without baseline_scheduler_parallel nothing reads it
  "executor.baseline_scheduler_chunksize": bothTaken,
  "executor.baseline_scheduler_maxthread": bothTaken,
  "executor.version": { negative: "stops" },
  "storage.key_page_size": { negative: "defaults" },
  "storage.cache_size": { zero: "takes", negative: "ignores" },
  // without a limit of time, as by default
  "redis.request_timeout": bothTaken,
  "redis.connection_pool_size": { zero: "stops", negative: "ignores" },
  "redis.db": { negative: "stops" },
  "storage.max_write_buffer_number": bothTaken,
  "storage.max_background_jobs": bothTaken,
  "storage.min_write_buffer_number_to_merge": bothTaken,
  "storage.write_buffer_size": { zero: "takes" },
  "storage.block_cache_size": { zero: "takes" },
  "txpool.txs_expiration_time": bothIgnored,
  "others.send_tx_timeout": bothTaken,
  // with rPBFT alone it means something
  "consensus.epoch_sealer_num": { zero: "takes" },
  "consensus.epoch_block_num": { zero: "takes" },
};

const misspelt = (name: string): string => `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`;
/** A section that has no such key. */
const elsewhere = ({ kind, section }: ConfigKey): string =>
  kind === "genesis" ? (section === "tx" ? "web3" : "tx") : section === "sync" ? "executor" : "sync";
/** Of a key that a node must have, any other name is as bad as none. */
const ignoredOr = ({ kind, id }: ConfigKey): Outcome =>
  kind === "genesis" && lacksWithout.has(id) ? "stops" : "ignores";
const withRight = (key: ConfigKey): string => `${memberOf(key)}=${key.right ?? "x"}`;

/** Keys of which 0 has a meaning of its own. */
const zeroMeans = new Set([
  "rpc.tars_rpc_port",
  "rpc.tars_rpc_thread_count",
  "storage.key_page_size",
  "redis.db",
  "log.max_archive_files",
  "log.max_archive_size",
  "log.min_free_space",
  "executor.version",
]);

/** Paths that have no default, or none that can be written down. */
const withoutDefault = new Set([
  "storage.data_path",
  "storage.pd_ssl_ca_path",
  "storage.pd_ssl_cert_path",
  "storage.pd_ssl_key_path",
  "log.archive_path",
  "rpc.tars_rpc_config",
]);

/** Kinds that are about names and places. */
const places: Readonly<Record<string, (key: ConfigKey) => Cell | undefined>> = {
  missing: (key) => ({ text: entriesWith(key, () => []), outcome: lacksWithout.has(key.id) ? "stops" : "takes" }),
  twice: (key) => ({ text: entriesWith(key, () => [withRight(key), withRight(key)]), outcome: "stops" }),
  "misspelt key": (key) => {
    if (misspelt(memberOf(key)) === memberOf(key) || key.isFamily) return undefined;
    const text = entriesWith(key, (name) => [`${misspelt(name)}=${key.right ?? "x"}`], true);
    return { text, outcome: ignoredOr(key) };
  },
  "key in capitals": (key) => {
    if (key.isFamily) return undefined;
    const text = entriesWith(key, (name) => [`${name.toUpperCase()}=${key.right ?? "x"}`], true);
    return { text, outcome: ignoredOr(key) };
  },
  "misspelt section": (key) => ({
    text: fileOf(key, [[`${key.section}x`, [withRight(key)]]]),
    outcome: ignoredOr(key),
  }),
  "section in capitals": (key) => ({
    text: fileOf(key, [[key.section.toUpperCase(), [withRight(key)]]]),
    outcome: ignoredOr(key),
  }),
  "in another section": (key) =>
    key.isFamily ? undefined : { text: fileOf(key, [[elsewhere(key), [withRight(key)]]]), outcome: ignoredOr(key) },
  "above the first section": (key) => ({
    text: `${withRight(key)}\n${fileOf(key, [[key.section, []]])}`,
    // there is a section of the key's name
    outcome: key.key === "version" ? "stops" : ignoredOr(key),
  }),
  "full-width equals sign": (key) => ({
    text: entriesWith(key, (name) => [`${name}＝${key.right ?? "x"}`]),
    outcome: "stops",
  }),
  "full-width brackets": (key) => ({
    text: `【${key.section}】\n${withRight(key)}\n${fileOf(key, [])}`,
    outcome: "stops",
  }),
  "not yet in the release": (key) =>
    key.before === undefined || key.unread
      ? undefined
      : { text: entriesWith(key, () => [withRight(key)]), outcome: "unread", version: key.before },
};

function cellOf(key: ConfigKey, kind: string): Cell | undefined {
  const place = places[kind];
  if (place) {
    const cell = place(key);
    return cell && kind === "missing" && key.gone ? { ...cell, outcome: "takes" } : cell;
  }
  const value = values[kind]?.(key);
  if (!value) return undefined;
  const text = entriesWith(key, (name) => [`${name}=${value[0]}`]);
  return { text, outcome: key.gone ? "unread" : value[1] };
}

/** Notes about a value that is right: they are no answer to a mistake. */
const notes = new Set(["list.disabled", "ini.deprecatedKey", "release.removal", "rpc.sslDisabled", "flow.off"]);

/** Whether what is said is as grave as what happens. */
function isRight(outcome: Outcome, findings: readonly Finding[]): boolean {
  const reported = findings.filter(({ rule }) => !notes.has(rule));
  const has = (...severities: Finding["severity"][]): boolean =>
    reported.some(({ severity }) => severities.includes(severity));
  switch (outcome) {
    case "stops":
      return reported.some(({ severity, message }) => severity === "error" && message.stopsNode === true);
    case "defaults":
      return has("error") && !reported.some(({ message }) => message.stopsNode);
    case "ignores":
      return has("warning", "error") && !reported.some(({ message }) => message.stopsNode);
    case "unread":
      return reported.length > 0 && !has("error", "warning");
    case "takes":
      return reported.length === 0;
    case "unknown":
      return true;
  }
}

const kinds = [...Object.keys(places), ...Object.keys(values)];

describe("every key × every kind of wrong", () => {
  it("is said as gravely as the node takes it, and nothing is said of what is right", () => {
    const wrong: string[] = [];
    const undecided: string[] = [];
    const counts = new Map(kinds.map((kind) => [kind, { cells: 0, found: 0, silent: 0, undecided: 0 }]));
    for (const key of configKeys) {
      for (const kind of kinds) {
        const cell = cellOf(key, kind);
        const count = counts.get(kind);
        if (!cell || !count) continue;
        count.cells++;
        if (cell.outcome === "unknown") {
          count.undecided++;
          undecided.push(`${key.kind}: ${key.id} · ${kind}`);
          continue;
        }
        const { text, outcome, version = newest } = cell;
        const findings = analyze(parseDocument(text, key.kind), { identityLength: 128, nodeVersion: version });
        if (isRight(outcome, findings)) count[outcome === "takes" ? "silent" : "found"]++;
        else
          wrong.push(
            `${key.kind} ${key.id} · ${kind} · ${outcome}: ${findings.map(({ rule, severity, message }) => `${severity} ${rule}${message.stopsNode ? "!" : ""}`).join(", ")}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    const rows = [...counts].map(
      ([kind, { cells, found, silent, undecided: open }]) =>
        `${kind.padEnd(26)}${[cells, found, silent, open].map((n) => String(n).padStart(11)).join("")}`,
    );
    const sum = (of: "cells" | "found" | "silent" | "undecided"): number =>
      [...counts.values()].reduce((total, count) => total + count[of], 0);
    const total = `${"all".padEnd(26)}${[sum("cells"), sum("found"), sum("silent"), sum("undecided")].map((n) => String(n).padStart(11)).join("")}`;
    const head = `${"kind".padEnd(26)}${["cells", "found", "silent", "undecided"].map((word) => word.padStart(11)).join("")}`;
    const golden = `${[head, ...rows, total, ...undecided].join("\n")}\n`;
    expect(golden).toBe(readFileSync(new URL("../../fixtures/nodeConfig/mistakeMatrix.txt", import.meta.url), "utf8"));
  });
});
