import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { type Finding, ruleSeverity } from "../../../src/nodeConfig/findings/finding";
import { lacksWithout, companions as neededBeside } from "../../support/configKeys";

/**
 * Every key with every sort of value, against a model that knows nothing of the product: the facts of the keys as
 * published, and per type a list of values with the rule each of them breaks (docs/protocol/config-ini.md, "Values").
 */
interface KeyFacts {
  id: string;
  type: string;
  onInvalid: string;
  since: string;
  until?: string;
  unread?: boolean;
  deprecated?: boolean;
  min?: number;
  max?: number;
  enum?: string[];
}

const facts = JSON.parse(readFileSync(new URL("../../fixtures/nodeConfig/keyFacts.json", import.meta.url), "utf8")) as {
  rules: { id: string; severity: string }[];
  keys: KeyFacts[];
};

const newest = "3.16.4";
const textTypes = new Set(["string", "file", "dir", "endpoint", "csv-endpoint"]);
/** Text keys whose form the node looks at. */
const named =
  /^(service\.(rpc|gateway|node_name|scheduler|executor|txpool)|chain\.chain_id|storage_security\.key_center_url)$/;
const members: Readonly<Record<string, string>> = {
  "conn_outgoing_bw_limit_<ip>": "conn_outgoing_bw_limit_10.0.0.1",
  "group_outgoing_bw_limit_<group>": "group_outgoing_bw_limit_group0",
  "incoming_module_qps_limit_<moduleId>": "incoming_module_qps_limit_1000",
};

/** What has to stand beside a key so that the node looks at it, and so that nothing else is to be said. */
const companions: Readonly<Record<string, readonly string[]>> = {
  ...neededBeside,
  "security.kms_type": ["[security] key_index=1", "[security] cloud_kms_type=AWS", "[security] cipher_data_key=k"],
  "storage_security.enable": [
    "[storage_security] key_center_url=127.0.0.1:8150",
    "[storage_security] cipher_data_key=k",
  ],
  "storage.enable_archive": ["[storage] archive_ip=127.0.0.1", "[storage] archive_port=8181"],
  "security.enable_hsm": ["[security] key_index=1"],
  "failover.enable": ["[failover] member_id=m"],
  "flow_control.enable_distributed_ratelimit": ["[redis] server_ip=127.0.0.1", "[redis] server_port=6379"],
};
type Place = "key" | "value" | "comment";
type Expected = readonly [rule: string, place: Place];
type Sample = readonly [value: string, expected: Expected | undefined];

const all = (rule: string | undefined, values: readonly string[]): Sample[] =>
  values.map((value) => [value, rule === undefined ? undefined : [rule, value === "" ? "key" : "value"]]);

const wide: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  size: [0n, 2n ** 64n - 1n],
};

function numberSamples(key: KeyFacts): Sample[] {
  const [least = 0n, most = 0n] = wide[key.type] ?? [];
  const min = BigInt(key.min ?? least);
  const max = BigInt(key.max ?? most);
  const small = min > 0n ? min : max < 7n ? max : 7n;
  const samples = [
    ...all(undefined, [`${min}`, `${max}`, `+${small}`, `00${small}`]),
    ...all("value.int", ["", "ten", "0x10", "1e3", "3.5", "10MB", "1 2", "1,000", "1_000", "--1", `${most + 1n}`]),
  ];
  const unsigned = least === 0n;
  if (min > least || (unsigned && key.min !== undefined)) samples.push(...all("value.range", [`${min - 1n}`]));
  if (max < most) samples.push(...all("value.range", [`${max + 1n}`]));
  if (unsigned) samples.push(...all("value.range", ["-1"]), ...all("value.int", [`-${most + 1n}`]));
  else samples.push(...all("value.int", [`${least - 1n}`]));
  return samples;
}

function portSamples({ id, min = 0 }: KeyFacts): Sample[] {
  const archive = id === "storage.archive_port";
  const few = ["0", "-1", "65536", "70000", "port", "0x50", "8545a", "1 2", "30300.0"];
  return [
    ...all(undefined, [`${min}`, "65535", "+20200", "020200"]),
    ...all("value.port", archive ? few : [...few, "", `${min - 1}`, "80"]),
  ];
}

const boolSamples: Sample[] = [
  ...all(undefined, ["true", "false", "1", "0", "01", "+1", "-0", "+true", "2true", "-1 false"]),
  ...all("value.bool", ["", "True", "TRUE", "yes", "no", "on", "off", "2", "-1", "1true", "0.0", "truth", "t"]),
];
const ipSamples: Sample[] = [
  ...all(undefined, ["127.0.0.1", "::1"]),
  ...all("value.ip", [
    "256.1.1.1",
    "1.2.3",
    "1.2.3.4.5",
    "localhost",
    "127.0.0.1:80",
    "[::1]",
    "01.2.3.4",
    "*",
    "1::2::3",
  ]),
];

function enumSamples({ enum: words = [] }: KeyFacts): Sample[] {
  const known = words.flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()]);
  return [...all(undefined, known), ...all("value.enum", ["nothing", `${words[0]}x`, `${words[0]},${words[0]}`])];
}

const doubleSamples: Sample[] = [
  ...all(undefined, ["1", "1.5", ".5", "5.", "1e3", "-1", "inf", "-INF", "infinity", "nan", "NaN(x)", "1e-400"]),
  ...all("value.int", ["", "ten", "1e", "0x1p3", "1e309", "10Mbit", "1 2", "1,5"]),
];

const samplesOf: Readonly<Record<string, (key: KeyFacts) => Sample[]>> = {
  bool: () => boolSamples,
  int32: numberSamples,
  int64: numberSamples,
  uint32: numberSamples,
  uint64: numberSamples,
  size: numberSamples,
  port: portSamples,
  ip: () => ipSamples,
  enum: enumSamples,
  double: () => doubleSamples,
  "csv-module": () => [
    ...all(undefined, ["raft", "raft,PBFT", "raft, pbft", "1000", "txs_sync,1001"]),
    ...all("value.enum", ["rafts", "raft;pbft", "raft,unknown"]),
  ],
  "csv-int": () => [...all(undefined, ["1", "1,2,3"]), ...all("value.int", ["a", "1,b"])],
  hex: () => [...all(undefined, ["0x00ff", "0xAB"]), ...all("value.int", ["0xabc", "0xzz", "sender"])],
  time: () => [...all(undefined, ["0:0:0", "23:59:59"]), ...all("value.int", ["12", "12:30", "a:b:c", "1:2:3:4"])],
};

function plainSamples(key: KeyFacts): Sample[] {
  if (!textTypes.has(key.type)) return samplesOf[key.type]?.(key) ?? [];
  if (named.test(key.id)) return [];
  return all(undefined, ["text", "a=b", "中文", "a;b", "a#b", "C:\\node", "it's", `${"x".repeat(5000)}`]);
}

/** What hides in any value: comments that are none, quotes, characters of another alphabet. */
function disguisedSamples(key: KeyFacts): Sample[] {
  const right = plainSamples(key)[0]?.[0] ?? "ab";
  const isText = textTypes.has(key.type);
  return [
    [`${right} ; note`, ["ini.inlineComment", "comment"]],
    [`${right}\t# 注释`, ["ini.inlineComment", "comment"]],
    [`"${right}"`, ["ini.quotedValue", "value"]],
    [`'${right}'`, ["ini.quotedValue", "value"]],
    ...(isText
      ? []
      : ([
          [`${right}\u3000`, ["ini.nonAscii", "value"]],
          [`\u00a0${right}`, ["ini.nonAscii", "value"]],
          [`${right}；`, ["ini.nonAscii", "value"]],
          ["１", ["ini.nonAscii", "value"]],
          ["😀", ["ini.nonAscii", "value"]],
        ] satisfies Sample[])),
  ];
}

interface KeyFile {
  text: string;
  line: number;
  name: string;
}

function fileWith(id: string, entries: (name: string) => string[], eol = "\n"): KeyFile {
  const [section = "", ...rest] = id.split(".");
  const key = rest.join(".");
  const name = members[key] ?? key;
  const sections = new Map<string, string[]>([[section, []]]);
  for (const companion of companions[id] ?? []) {
    const [, other = "", entry = ""] = /^\[(\w+)\] (.*)$/.exec(companion) ?? [];
    sections.set(other, [...(sections.get(other) ?? []), entry]);
  }
  const before = sections.get(section) ?? [];
  sections.set(section, [...before, ...entries(name)]);
  const lines = [...sections].flatMap(([title, content]) => [`[${title}]`, ...content]);
  return { text: lines.join(eol), line: 1 + before.length, name };
}

function show({ range, severity, rule }: Finding): string {
  return `${range.startLine}:${range.startChar}-${range.endChar} ${severity} ${rule}`;
}

const publishedSeverity = new Map(facts.rules.map(({ id, severity }) => [id, severity]));

function messageOf(line: number, name: string, value: string, [rule, place]: Expected, severity?: string): string {
  const start = place === "key" ? 0 : name.length + 1 + (place === "comment" ? value.search(/[;#]/) : 0);
  const end = place === "key" ? name.length : name.length + 1 + value.length;
  return `${line}:${start}-${end} ${severity ?? publishedSeverity.get(rule)} ${rule}`;
}

function findingsOf(text: string, nodeVersion = newest): string[] {
  return analyze(parseDocument(text), { identityLength: 128, nodeVersion }).map(show);
}

/** Rules about a value that is right and unwise; they have tests of their own. */
const unwise =
  /^(rpc\.ssl|archive\.|port\.conflict|p2p\.verifyDisabled|danger\.|secret\.|genesis\.admin|web3\.|flow\.|log\.|txpool\.|value\.path)/;
/** So does a number of threads that is none. */
const unwiseNumber = / warning value\.range$/;
/** Keys of which numbers of the right kind do harm: `values.txt` of the golden texts has them. */
const harmful = new Set([
  "p2p.allow_max_msg_size",
  "p2p.session_recv_buffer_size",
  "p2p.session_max_read_data_size",
  "web3_rpc.batch_request_size_limit",
  "web3_rpc.request_body_size_limit",
  "security.key_index",
  "executor.vm_cache_size",
  "storage.key_page_size",
  "redis.db",
]);
/** What no node reads: an error where the default takes the place of what was written. */
const says = (text: string, place: string, rule: string): boolean =>
  findingsOf(text).some((each) => each === `${place} warning ${rule}` || each === `${place} error ${rule}`);

function unread({ onInvalid, until }: KeyFacts): string {
  return onInvalid === "none" ? "ini.unreadKey" : until === undefined ? "" : "ini.sinceVersion";
}

const keys = facts.keys.filter(({ type }) => type !== "nodeid");

function judge(key: KeyFacts, value: string, expected: Expected | undefined): string | undefined {
  const { text, line, name } = fileWith(key.id, (entry) => [`${entry}=${value}`]);
  const gone = unread(key);
  const wanted: string[] = [];
  if (gone !== "") wanted.push(messageOf(line, name, value, [gone, "key"]));
  else {
    if (key.deprecated) wanted.push(messageOf(line, name, value, ["ini.deprecatedKey", "key"]));
    const missing = value === "" && lacksWithout.has(key.id);
    const finding: Expected | undefined = missing ? ["value.missing", "key"] : expected;
    if (finding) {
      const isText = textTypes.has(key.type) && !named.test(key.id);
      const disguised = finding[0] === "ini.nonAscii" || finding[0] === "ini.quotedValue";
      // What the node doesn't take as it was written is an error, whatever hides in the value.
      const severity =
        finding[0] === "ini.inlineComment" && isText ? "warning" : disguised && !isText ? "error" : undefined;
      wanted.push(messageOf(line, name, value, finding, severity));
    }
  }
  const got = findingsOf(text).filter(
    (finding) =>
      !unwise.test(finding.split(" ")[2] ?? "") &&
      !unwiseNumber.test(finding) &&
      !(expected === undefined && harmful.has(key.id) && finding.endsWith(" value.range")),
  );
  const [a, b] = [wanted.sort().join("; "), got.sort().join("; ")];
  return a === b
    ? undefined
    : `${name}=${JSON.stringify(value.slice(0, 60))}: expected ${a || "nothing"}, got ${b || "nothing"}`;
}

describe("every published rule", () => {
  it("is here with its severity, and there is no other", () => {
    expect(ruleSeverity).toEqual(Object.fromEntries(publishedSeverity));
  });
});

describe("every published key", () => {
  it("is judged as the model says, whatever its value", () => {
    expect(facts.keys).toHaveLength(177);
    const untried = keys.filter((key) => plainSamples(key).length === 0 && !named.test(key.id));
    expect(untried).toEqual([]);
    const differences = keys.flatMap((key) =>
      [...plainSamples(key), ...disguisedSamples(key)].flatMap(
        ([value, expected]) => judge(key, value, expected) ?? [],
      ),
    );
    expect(differences).toEqual([]);
  });

  it("is unknown to releases before it came and after it went", () => {
    const before = (version: string): string => {
      const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
      return patch > 0 ? `${major}.${minor}.${patch - 1}` : `${major}.${minor - 1}.99`;
    };
    const after = (version: string): string => version.replace(/\d+$/, (patch) => `${Number(patch) + 1}`);
    const differences = keys.flatMap(({ id, since, until, onInvalid }) => {
      const { text, line, name } = fileWith(id, (entry) => [`${entry}=???`]);
      const at = (version: string): string[] =>
        findingsOf(text, version).filter((finding) => finding.startsWith(`${line}:0-${name.length} `));
      const notKnown = messageOf(line, name, "", ["ini.sinceVersion", "key"]);
      const gone = messageOf(line, name, "", [onInvalid === "none" ? "ini.unreadKey" : "ini.sinceVersion", "key"]);
      const wrong: string[] = [];
      const never = onInvalid === "none" && until === undefined;
      if (since !== "3.0.0" && !never && !at(before(since)).includes(notKnown)) wrong.push(`${id} before ${since}`);
      if (until !== undefined && !at(after(until)).includes(gone)) wrong.push(`${id} after ${until}`);
      if (!never && [notKnown, gone].some((finding) => at(since).includes(finding))) wrong.push(`${id} at ${since}`);
      return wrong;
    });
    expect(differences).toEqual([]);
  });

  it("may stand once, under its own name, in its own section, whatever ends the lines", () => {
    const differences = facts.keys.flatMap(({ id }) => {
      const wrong: string[] = [];
      const [section = ""] = id.split(".");
      for (const eol of ["\n", "\r\n"]) {
        const twice = fileWith(id, (name) => [`${name}=1`, `\t${name} = 2\t`], eol);
        const repeated = `${twice.line + 1}:1-${1 + twice.name.length} error ini.duplicateKey`;
        if (!findingsOf(twice.text).includes(repeated)) wrong.push(`${id} twice`);
      }
      const { text, line, name } = fileWith(id, (entry) => [`${entry}=1`]);
      const again = `${text}\n ; 注释\n [ ${section} ]\nx=1`;
      const lines = again.split("\n");
      if (!findingsOf(again).includes(`${lines.length - 2}:1-${5 + section.length} error ini.duplicateSection`))
        wrong.push(`${section} twice`);
      const listed = section.startsWith("certificate_");
      const cased = text.replace(`\n${name}=`, `\n${name.toUpperCase()}=`);
      // Of a list without any right key it is said on the section.
      const unknown = listed
        ? says(cased, `${line - 1}:0-${section.length + 2}`, "list.failOpen")
        : says(cased, `${line}:0-${name.length}`, "ini.unknownKey");
      if (!unknown) wrong.push(`${id} in upper case`);
      const foreign = text.replace(`\n${name}=`, `\n${name}\u00a0=`);
      // A suffix is free: what follows the prefix of a list, or names a group, may be anything.
      const free = listed || /<group>|<ip>/.test(id);
      if (!free && !says(foreign, `${line}:0-${name.length + 1}`, "ini.nonAscii"))
        wrong.push(`${id} with a foreign blank`);
      if (!says(`${name}=1\n${text}`, `0:0-${name.length}`, "ini.keyBeforeSection"))
        wrong.push(`${id} before any section`);
      const misnamed = text.replace(`[${section}]`, `[${section.toUpperCase()}]`);
      const at = misnamed.split("\n").indexOf(`[${section.toUpperCase()}]`);
      if (!says(misnamed, `${at}:0-${section.length + 2}`, "ini.unknownSection"))
        wrong.push(`${section} in upper case`);
      return wrong;
    });
    expect(differences).toEqual([]);
  });
});
