import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { withoutCurlyQuotes } from "../../text/halfWidth";
import { shortened } from "../../text/shortText";
import { resolveEvaluation } from "../analysis/evaluation";
import { listeners } from "../analysis/listeners";
import { asciiForm } from "../analysis/suspiciousText";
import { findKey, isPlainValue, type KeySpec } from "../schema/keySpec";
import { parseIp } from "../values/ipAddress";
import { readBool } from "../values/typedRead";
import {
  type Fix,
  type FixMakers,
  type FixSite,
  fix,
  indentation,
  insertLineAfter,
  type MakeFixes,
  replaceName,
  replaceValue,
} from "./fix";

function specOf({ document, line }: FixSite): KeySpec | undefined {
  return findKey(document.kind, line.block?.name ?? "", line.name);
}

function setValue({ line, index }: FixSite, value: string, safe = false): Fix {
  return fix(text("Set to {0}", value), [replaceValue(line, index, value)], safe);
}

/** The default, when it is a value that can be written down. */
function useDefault(site: FixSite): Fix[] {
  const value = specOf(site)?.default ?? "";
  if (!isPlainValue(value) || value === site.line.value) return [];
  return [fix(text("Set to the default, {0}", value), [replaceValue(site.line, site.index, value)])];
}

const booleans: Readonly<Record<string, "true" | "false">> = {
  true: "true",
  yes: "true",
  on: "true",
  y: "true",
  t: "true",
  enable: "true",
  enabled: "true",
  false: "false",
  no: "false",
  off: "false",
  n: "false",
  f: "false",
  disable: "false",
  disabled: "false",
};

const fixBoolean: MakeFixes = (site) => {
  const word = site.line.value.toLowerCase();
  const plain = Object.hasOwn(booleans, word) ? booleans[word] : undefined;
  if (plain) return [setValue(site, plain, true)];
  const meant = closestName(word, ["true", "false"]);
  return meant === undefined ? useDefault(site) : [setValue(site, meant), ...useDefault(site)];
};

const fixRange: MakeFixes = (site) => {
  const { min, max } = specOf(site)?.range ?? {};
  const value = Number(site.line.value);
  const nearest = min !== undefined && value < min ? min : max !== undefined && value > max ? max : undefined;
  return nearest === undefined ? useDefault(site) : [setValue(site, String(nearest)), ...useDefault(site)];
};

const fixInteger: MakeFixes = (site) => {
  const { value } = site.line;
  const hex = /^0x[0-9a-f]{1,8}$/i.test(value) ? [setValue(site, String(Number.parseInt(value, 16)))] : [];
  const grouped = /^[0-9]{1,3}([ ,_][0-9]{3})+$/.test(value) ? [setValue(site, value.replace(/[ ,_]/g, ""))] : [];
  return [...hex, ...grouped, ...useDefault(site)];
};

const fixIp: MakeFixes = (site) => {
  const { value } = site.line;
  const bare = value.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^([^:]*):\d+$/, "$1");
  if (bare !== value && parseIp(bare)) return [setValue(site, bare, true)];
  const local = value.toLowerCase() === "localhost" ? [setValue(site, "127.0.0.1")] : [];
  return [...local, ...useDefault(site)];
};

const fixEnum: MakeFixes = (site) => {
  const words = specOf(site)?.range?.enum ?? [];
  const meant = closestName(
    site.line.value,
    words.filter((word) => !word.startsWith("<")),
  );
  if (meant === undefined) return useDefault(site);
  return [setValue(site, meant, meant.toLowerCase() === site.line.value.toLowerCase()), ...useDefault(site)];
};

/** What a missing key may be set to without knowing anything of the host. */
const usualValues: Readonly<Record<string, string>> = {
  "storage.archive_ip": "127.0.0.1",
  "storage.archive_port": "8181",
  "redis.server_ip": "127.0.0.1",
  "redis.server_port": "6379",
  "security.cloud_kms_type": "AWS",
};

const addMissing: MakeFixes = (site) => {
  const { document, finding, line, index } = site;
  const id = String(finding.message.args[0] ?? "");
  const value = usualValues[id];
  if (value === undefined) return [];
  const key = id.slice(id.indexOf(".") + 1);
  if (line.kind === "entry") return [setValue(site, value)];
  // The key may belong to another section than the one that asks for it, and that one may not be there.
  if (line.name !== id.slice(0, id.indexOf("."))) return [];
  const next = document.lines[index + 1];
  const indent = next?.kind === "entry" ? indentation(next) : "    ";
  return [fix(text("Add {0}", `${key}=${value}`), [insertLineAfter(document, index, `${indent}${key}=${value}`)])];
};

const removeQuotes: MakeFixes = (site) => {
  const { value } = site.line;
  const bare = withoutCurlyQuotes(value) ?? /^(["'])(.*)\1$/.exec(value)?.[2] ?? value.replace(/^["']|["']$/g, "");
  return [fix(text("Remove the quotes"), [replaceValue(site.line, site.index, bare)], !/["']/.test(bare))];
};

const toAscii: MakeFixes = (site) => {
  const { document, line, index, finding } = site;
  const onKey =
    finding.range.startChar === line.nameStart &&
    finding.range.endChar === line.nameEnd &&
    line.valueStart !== line.nameStart;
  const [current, replace] = onKey ? [line.name, replaceName] : [line.value, replaceValue];
  const ascii = asciiForm(current);
  if (ascii === current || /[^\0-\x7f]/.test(ascii)) return [];
  const known = onKey ? findKey(document.kind, line.block?.name ?? "", ascii) !== undefined : true;
  return [fix(text("Convert to ASCII: {0}", shortened(ascii, 40)), [replace(line, index, ascii)], known)];
};

/** Of a path that begins with a drive, only its author knows where it leads. */
const toSlashes: MakeFixes = (site) =>
  /^[A-Za-z]:|^\\/.test(site.line.value) ? [] : [setValue(site, site.line.value.replaceAll("\\", "/"))];

const freePort: MakeFixes = (site) => {
  const { document, context, line } = site;
  const used = new Set(listeners(document, resolveEvaluation(document, context)).map(({ port }) => port));
  let port = Number(line.value) + 1;
  while (used.has(port)) port++;
  return port <= 65535 ? [setValue(site, String(port))] : [];
};

export const valueFixes: FixMakers = {
  "value.bool": fixBoolean,
  "value.int": fixInteger,
  "value.range": fixRange,
  "value.port": useDefault,
  "value.ip": fixIp,
  "value.enum": fixEnum,
  "value.missing": (site) => {
    const added = addMissing(site);
    return added.length > 0 || site.line.kind !== "entry" ? added : useDefault(site);
  },
  "value.path": toSlashes,
  "ini.quotedValue": removeQuotes,
  "ini.nonAscii": toAscii,
  "port.conflict": freePort,
  "archive.nonLoopback": (site) => [setValue(site, "127.0.0.1")],
  "archive.ipv6": (site) => [setValue(site, "127.0.0.1")],
  "p2p.verifyDisabled": (site) => [setValue(site, "true")],
  "rpc.sslDisabled": (site) => [setValue(site, readBool(site.line.value) === true ? "false" : "true")],
};
