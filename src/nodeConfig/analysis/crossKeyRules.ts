import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { type FindingText, noStart, type RuleId } from "../findings/finding";
import { findKey } from "../schema/keySpec";
import { parseIp } from "../values/ipAddress";
import { castDouble, castInt64, readBool, readInt32, readUnsigned } from "../values/typedRead";
import { activeConditionalKeys, flag, isConditional } from "./conditionalKeys";
import type { Evaluation } from "./evaluation";
import { sameAddress } from "./listener";
import { isRead, listeners, verifiesPeers } from "./listeners";
import { onHeader, onValue, type PlacedFinding } from "./onLine";
import { removalFindings } from "./removalRules";
import { judgeValue } from "./valueRules";

/** Keys that matter only because another one says so: missing ones, and what is wrong with the others. */
function conditionalFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  for (const { section, key, required } of activeConditionalKeys(document)) {
    const spec = findKey("config", section, key);
    if (!spec || !isRead(evaluation, section, key)) continue;
    const line = document.find(section, key);
    if (!line) {
      const place = document.header(section) ?? document.header("flow_control");
      if (required && place) {
        findings.push({
          line: place,
          finding: onHeader(
            place,
            "value.missing",
            noStart(
              text("{0} is missing. The node refuses to start ({1}).", `${section}.${key}`, spec.requiredWhen ?? ""),
            ),
          ),
        });
      }
      continue;
    }
    if (required && line.value === "") {
      const message = noStart(
        text("{0} is empty. The node refuses to start ({1}).", `${section}.${key}`, spec.requiredWhen ?? ""),
      );
      findings.push({ line, finding: onValue(line, "value.missing", message) });
      continue;
    }
    const wrong = isConditional(section, spec, line) ? judgeValue(line, spec, section, evaluation.version) : undefined;
    if (wrong) findings.push({ line, finding: wrong });
  }
  return findings;
}

/** What the services of Pro and Max need to find each other (`NodeConfig::loadServiceConfig`, `GatewayConfig::initP2PConfig`). */
function serviceFindings(document: IniDocument, { role }: Evaluation): PlacedFinding[] {
  if (document.header("service") === undefined || (role !== "rpc" && role !== "gateway")) return [];
  const names = [["service", "rpc"], ["service", "gateway"], ...(role === "gateway" ? [["p2p", "uuid"]] : [])] as const;
  return names.flatMap(([section = "", key = ""]) => {
    const line = document.find(section, key);
    const place = line ?? document.header(section);
    // an empty name isn't one of the form that its rule asks for
    if (!place || (line && (line.value !== "" || section === "service"))) return [];
    const message = noStart(text("{0} is missing. The service refuses to start.", `${section}.${key}`));
    return [{ line: place, finding: (line ? onValue : onHeader)(place, "value.missing", message) }];
  });
}

function tlsFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const enable = document.find("rpc", "enable_ssl");
  const disable = document.find("rpc", "disable_ssl");
  const enabled = enable && isRead(evaluation, "rpc", "enable_ssl") ? readBool(enable.value) : undefined;
  const disabled = disable ? readBool(disable.value) : undefined;
  const findings: PlacedFinding[] = [];
  if (disable && enabled !== undefined && disabled !== undefined && enabled === disabled) {
    const message = text(
      "This key contradicts enable_ssl={0}, which takes precedence. The node ignores this key.",
      String(enabled),
    );
    findings.push({ line: disable, finding: onValue(disable, "rpc.sslConflict", message) });
  }
  const off = enabled === false ? enable : enabled === undefined && disabled === true ? disable : undefined;
  if (off) {
    const message = text("The RPC port doesn't use TLS. Anyone who reaches it can use it and read what others send.");
    findings.push({ line: off, finding: onValue(off, "rpc.sslDisabled", message) });
  }
  return findings;
}

function archiveFindings(document: IniDocument): PlacedFinding[] {
  const line = document.find("storage", "archive_ip");
  const address = line && flag(document, "storage", "enable_archive") ? parseIp(line.value) : undefined;
  if (!line || !address) return [];
  const findings: PlacedFinding[] = [];
  if (!address.loopback) {
    const message = text(
      "The archive service deletes blocks for anyone who reaches it, without authentication. Keep it on 127.0.0.1.",
    );
    findings.push({ line, finding: onValue(line, "archive.nonLoopback", message) });
  }
  if (address.version === 6) {
    findings.push({
      line,
      finding: onValue(line, "archive.ipv6", text("The archive tool can't connect to an IPv6 address.")),
    });
  }
  return findings;
}

function portFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const open = listeners(document, evaluation);
  for (const [index, { line, port, address }] of open.entries()) {
    const earlier = open.slice(0, index).find((other) => other.port === port && sameAddress(other.address, address));
    if (!earlier) continue;
    const message = noStart(text("Port {0} is already used by {1}. The node refuses to start.", port, earlier.name));
    findings.push({ line, finding: onValue(line, "port.conflict", message) });
  }
  return findings;
}

function bandwidthFindings(document: IniDocument): PlacedFinding[] {
  const total = document.find("flow_control", "total_outgoing_bw_limit");
  const limit = total ? castDouble(total.value) : undefined;
  // what isn't above 0 is no limit
  if (limit === undefined || !(limit > 0)) return [];
  return ["conn_outgoing_bw_limit", "group_outgoing_bw_limit"].flatMap((key) => {
    const line = document.find("flow_control", key);
    const value = line ? castDouble(line.value) : undefined;
    if (!line || value === undefined || !(value > limit)) return [];
    const message = noStart(text("More than total_outgoing_bw_limit ({0}). The node refuses to start.", limit));
    return [{ line, finding: onValue(line, "value.range", message) }];
  });
}

function bufferFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  if (!isRead(evaluation, "p2p", "session_recv_buffer_size")) return [];
  const buffer = document.find("p2p", "session_recv_buffer_size");
  const size = buffer ? readUnsigned(buffer.value, 32) : undefined;
  if (!buffer || size === undefined) return [];
  const maxSize = document.find("p2p", "allow_max_msg_size");
  const max = (maxSize ? readUnsigned(maxSize.value, 32) : undefined) ?? 33554432n;
  if (size >= 2n * max) return [];
  const words = noStart(text("Less than twice allow_max_msg_size ({0}). The node refuses to start.", max.toString()));
  return [{ line: buffer, finding: onValue(buffer, "value.range", words) }];
}

function verifyFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const line = document.find("p2p", "enable_ssl_verify");
  if (!line || verifiesPeers(document, evaluation)) return [];
  const message = text(
    "The node accepts peers whose certificate it can't verify. Only the access lists still stop them.",
  );
  return [{ line, finding: onValue(line, "p2p.verifyDisabled", message) }];
}

/** Switches for tests of the node's own developers. In use they take away what a chain is for. */
function testSwitchFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const switches = [
    {
      key: "check_transaction_signature",
      isOn: (value: string) => readBool(value) === false,
      message: text("The node takes transactions whose signature it hasn't checked: anyone can act as any account."),
    },
    {
      key: "single_point_consensus",
      isOn: (value: string) => readBool(value) === true,
      message: text("The node seals without the other sealers' votes: its chain departs from theirs."),
    },
    {
      key: "force_sender",
      isOn: (value: string) => value !== "",
      message: text("The node takes this address as the sender of every transaction, whoever signed it."),
    },
  ] as const;
  return switches.flatMap(({ key, isOn, message }) => {
    const line = document.find("experimental", key);
    if (!line || !isRead(evaluation, "experimental", key) || !isOn(line.value)) return [];
    return [{ line, finding: onValue(line, "danger.testOnly", message) }];
  });
}

/** What is switched on without what makes it count, or switched off although a chain in use needs it. */
function quietSwitchFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const add = (line: IniLine | undefined, rule: RuleId, message: FindingText): void => {
    if (line) findings.push({ line, finding: onValue(line, rule, message) });
  };
  const web3 = document.find("web3_rpc", "listen_ip");
  const address = web3 && parseIp(web3.value);
  if (address && !address.loopback && flag(document, "web3_rpc", "enable") && isRead(evaluation, "web3_rpc", "enable"))
    add(web3, "web3.open", text("The web3 port has neither TLS nor authentication. Anyone who reaches it can use it."));
  const limits = document.lines.find(
    ({ kind, name, value, block }) =>
      kind === "entry" &&
      block?.name === "flow_control" &&
      /_(?:bw|qps)_limit(?:_|$)/.test(name) &&
      value !== "-1" &&
      castDouble(value) !== undefined,
  );
  if (
    limits &&
    bandwidthFindings(document).length === 0 &&
    isRead(evaluation, "flow_control", "enable") &&
    !flag(document, "flow_control", "enable")
  )
    add(limits, "flow.off", text("Without enable=true in [flow_control], the node applies none of these limits."));
  const log = document.find("log", "enable");
  if (log && readBool(log.value) === false)
    add(log, "log.off", text("The node writes no log, so nothing shows afterwards what happened."));
  const console = document.find("log", "enable_console_output");
  if (
    console &&
    isRead(evaluation, "log", "enable_console_output") &&
    readBool(console.value) === true &&
    !(log && readBool(log.value) === false)
  )
    add(console, "log.off", text("The node writes its log to standard output instead of files."));
  const blockLimit = document.find("txpool", "check_block_limit");
  if (blockLimit && isRead(evaluation, "txpool", "check_block_limit") && readBool(blockLimit.value) === false)
    add(
      blockLimit,
      "txpool.blockLimit",
      text("The node doesn't check the block limit of transactions. It accepts ones that were signed long ago."),
    );
  return findings;
}

/** What the node reads of its log's files only while it doesn't begin one each hour. */
const rotationKeys = [
  "rotate_time_point",
  "log_name_pattern",
  "rotate_name_pattern",
  "archive_path",
  "compress_archive_file",
  "max_archive_files",
  "max_archive_size",
  "min_free_space",
] as const;

/** Rotation of the log (`BoostLogInitializer::initLog`): by the hour, which is the default, it has no archive and nothing is deleted. */
function rotationFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const isRotatedByHour = flag(document, "log", "enable_rotate_by_hour", true);
  if (isRotatedByHour)
    return rotationKeys.flatMap((key) => {
      const line = document.find("log", key);
      const spec = findKey("config", "log", key);
      if (!line || !spec || !isRead(evaluation, "log", key) || flag(document, "log", "enable_console_output"))
        return [];
      // it is looked at all the same, and a wrong one says enough
      if (judgeValue(line, spec, "log", evaluation.version)) return [];
      const message = text(
        "Without enable_rotate_by_hour=false, the node ignores this key. It begins a file each hour and never deletes one.",
      );
      return [{ line, finding: onValue(line, "ini.unreadKey", message, "warning") }];
    });
  const line = document.find("log", "rotate_time_point");
  const parts = line?.value.split(":").map((part) => Number.parseInt(part, 10)) ?? [];
  const isOutside = parts.some((part, index) => part < 0 || part > (index === 0 ? 23 : 59));
  if (!line || parts.length !== 3 || !isOutside || !isRead(evaluation, "log", "rotate_time_point")) return [];
  const message = noStart(text("Not a time of the day, 0:0:0 to 23:59:59. The node refuses to start."));
  return [{ line, finding: onValue(line, "value.range", message) }];
}

/** Transactions run in chunks only where they run in parallel; a chunk of nothing is a division by 0. */
function chunkFindings(document: IniDocument): PlacedFinding[] {
  const line = document.find("executor", "baseline_scheduler_chunksize");
  const size = line && readInt32(line.value);
  if (!line || size === undefined || size > 0 || !flag(document, "executor", "baseline_scheduler_parallel")) return [];
  const message = text("With {0}, the node can crash as soon as it runs a block in parallel. Use at least 1.", size);
  return [{ line, finding: onValue(line, "value.range", message) }];
}

/** The node takes the longer of the two. */
function expirationFindings(document: IniDocument): PlacedFinding[] {
  const line = document.find("txpool", "txs_expiration_time");
  const seconds = line && castInt64(line.value);
  const interval = castInt64(document.find("consensus", "min_seal_time")?.value ?? "");
  if (!line || seconds === undefined || seconds < 3n || interval === undefined) return [];
  if (interval <= seconds * 1000n || interval > 600_000n) return [];
  const message = text("Shorter than min_seal_time ({0} ms), which the node uses instead.", interval.toString());
  return [{ line, finding: onValue(line, "value.range", message, "warning") }];
}

/** The rules of config.ini that compare keys with each other. */
export function crossKeyFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  return [
    ...conditionalFindings(document, evaluation),
    ...serviceFindings(document, evaluation),
    ...tlsFindings(document, evaluation),
    ...archiveFindings(document),
    ...portFindings(document, evaluation),
    ...bandwidthFindings(document),
    ...bufferFindings(document, evaluation),
    ...verifyFindings(document, evaluation),
    ...testSwitchFindings(document, evaluation),
    ...quietSwitchFindings(document, evaluation),
    ...expirationFindings(document),
    ...rotationFindings(document, evaluation),
    ...chunkFindings(document),
    ...removalFindings(document, evaluation),
  ];
}
