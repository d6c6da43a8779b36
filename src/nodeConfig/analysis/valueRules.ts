import { text } from "../../text/catalogue";
import { halfWidthOf, withoutCurlyQuotes } from "../../text/halfWidth";
import { atLeast } from "../../text/versions";
import type { IniLine } from "../document/iniLine";
import { byDefault, type FindingText, noStart, type RuleId } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";
import { isPlainValue, type KeySpec } from "../schema/keySpec";
import { parseIp } from "../values/ipAddress";
import { castDouble, castInt64, readBool, readInt32, readUnsigned } from "../values/typedRead";
import { onKey, onValue } from "./onLine";
import { smallNumber } from "./smallNumbers";
import { codePointName, edgeBlank, foreignCharacter, hasQuote, inlineCommentStart } from "./suspiciousText";

/** The node takes the value as it stands, so nothing in it is wrong by itself. */
const textTypes: ReadonlySet<string> = new Set(["string", "file", "dir", "endpoint", "csv-endpoint", "address", "-"]);

function isTextKey(spec: KeySpec): boolean {
  return textTypes.has(spec.type);
}

function plainDefault(spec: KeySpec): string | undefined {
  return spec.default === "" || spec.default.startsWith("(") ? undefined : spec.default;
}

/** "Not what is needed", with what the node then does. */
function unusable(line: IniLine, spec: KeySpec, rule: RuleId, needed: Needed): LineFinding {
  return onValue(line, rule, wordings[needed][consequence(spec)](plainDefault(spec) ?? ""));
}

type Needed = "bool" | "int" | "port";
type Consequence = "default" | "noDefault" | "fatal" | "absent";

function consequence(spec: KeySpec): Consequence {
  if (spec.onInvalid === "throw" || spec.onInvalid === "lexcast-throw") return "fatal";
  if (spec.onInvalid === "ignored-key") return "absent";
  return plainDefault(spec) === undefined ? "noDefault" : "default";
}

/** Whether the node refuses to start with whatever is none of the key's type; an address and a time it only looks at later. */
const isFatal = (spec: KeySpec): boolean => consequence(spec) === "fatal" || spec.type === "ip" || spec.type === "time";

/** Whole sentences, since word order differs between languages. */
const wordings: Readonly<Record<Needed, Readonly<Record<Consequence, (defaultValue: string) => FindingText>>>> = {
  bool: {
    default: (value) => byDefault(text("Neither true nor false. The node silently uses the default, {0}.", value)),
    noDefault: () => text("Neither true nor false. The node silently ignores the value."),
    fatal: () => noStart(text("Neither true nor false. The node refuses to start.")),
    absent: () =>
      text("Neither true nor false. The key counts as absent, and TLS stays on unless disable_ssl is true."),
  },
  int: {
    default: (value) =>
      byDefault(text("Not an integer, or too large. The node silently uses the default, {0}.", value)),
    noDefault: () => text("Not an integer, or too large. The node silently ignores the value."),
    fatal: () => noStart(text("Not an integer, or too large. The node refuses to start.")),
    absent: () => text("Not an integer, or too large. The node silently ignores the value."),
  },
  port: {
    default: (value) => byDefault(text("Not a port number. The node silently uses the default, {0}.", value)),
    noDefault: () => text("Not a port number. The node silently ignores the value."),
    fatal: () => noStart(text("Not a port number. The node refuses to start.")),
    absent: () => text("Not a port number. The node silently ignores the value."),
  },
};

function outOfRange(line: IniLine, spec: KeySpec, rule: RuleId): LineFinding {
  const { min, max } = spec.range ?? {};
  const fatal = spec.failure !== undefined || spec.onInvalid === "throw" || spec.onInvalid === "lexcast-throw";
  if (min !== undefined && max !== undefined) {
    return onValue(
      line,
      rule,
      fatal
        ? noStart(text("Outside {0} to {1}. The node refuses to start.", min, max))
        : text("Outside {0} to {1}.", min, max),
    );
  }
  return onValue(
    line,
    rule,
    fatal ? noStart(text("Less than {0}. The node refuses to start.", min ?? 0)) : text("Less than {0}.", min ?? 0),
  );
}

function inRange(value: number | bigint, spec: KeySpec): boolean {
  const { min, max } = spec.range ?? {};
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

function judgeUnsigned(line: IniLine, spec: KeySpec, bits: 32 | 64): LineFinding | undefined {
  const number = readUnsigned(line.value, bits);
  if (number === undefined) return unusable(line, spec, "value.int", "int");
  if (!inRange(number, spec)) return outOfRange(line, spec, "value.range");
  if (!line.value.startsWith("-") || number === 0n) return undefined;
  return onValue(line, "value.range", text("A negative number wraps around. The node uses {0}.", number.toString()));
}

function judgePort(line: IniLine, spec: KeySpec, section: string): LineFinding | undefined {
  if (section === "storage") {
    const port = readUnsigned(line.value, 16);
    if (port === undefined) return unusable(line, spec, "value.port", "port");
    if (port === 0n) return onValue(line, "value.port", text("With port 0, the service listens on a random port."));
    return line.value.startsWith("-")
      ? onValue(line, "value.port", text("A negative number wraps around. The node uses {0}.", port.toString()))
      : undefined;
  }
  const number = readInt32(line.value);
  if (number === undefined) return unusable(line, spec, "value.port", "port");
  if (inRange(number, spec)) return undefined;
  const cut = number & 0xffff;
  if ((section === "rpc" || section === "web3_rpc") && cut > 1024) {
    return onValue(
      line,
      "value.port",
      text("The node cuts {0} to 16 bits and silently listens on port {1}.", number, cut),
    );
  }
  return outOfRange(line, spec, "value.port");
}

function judgeIp(line: IniLine): LineFinding | undefined {
  const { value } = line;
  if (parseIp(value)) return undefined;
  if (value === "")
    return onValue(
      line,
      "value.ip",
      noStart(text("The address is empty. The node doesn't use the default and refuses to start.")),
    );
  const colon = value.lastIndexOf(":");
  if (colon > 0 && parseIp(value.slice(0, colon).replace(/^\[(.*)\]$/, "$1")) && /^\d+$/.test(value.slice(colon + 1))) {
    return onValue(
      line,
      "value.ip",
      noStart(text("An address without port is needed here. The node refuses to start.")),
    );
  }
  if (/^[a-zA-Z][a-zA-Z0-9.-]*$/.test(value)) {
    return onValue(
      line,
      "value.ip",
      noStart(text("Host names aren't allowed, only an IPv4 or IPv6 address. The node refuses to start.")),
    );
  }
  return onValue(line, "value.ip", noStart(text("Not an IPv4 or IPv6 address. The node refuses to start.")));
}

function judgeEnum(line: IniLine, spec: KeySpec): LineFinding | undefined {
  const words = spec.range?.enum ?? [];
  const same = (word: string): boolean =>
    spec.range?.caseInsensitive ? word.toLowerCase() === line.value.toLowerCase() : word === line.value;
  if (words.some(same)) return undefined;
  return onValue(
    line,
    "value.enum",
    spec.onInvalid === "silent-info"
      ? text("Not one of {0}. The node logs at level info.", words)
      : noStart(text("Not one of {0}. The node refuses to start.", words)),
  );
}

function judgeModules(line: IniLine, spec: KeySpec): LineFinding | undefined {
  const words = (spec.range?.enum ?? []).filter((word) => !word.startsWith("<"));
  const unknown = line.value
    .split(",")
    .map((word) => word.trim())
    .find((word) => word !== "" && !/^\d+$/.test(word) && !words.includes(word.toLowerCase()));
  if (unknown === undefined) {
    const isTooLarge = line.value.split(",").some((word) => /^\s*\d+\s*$/.test(word) && Number(word) > 65_535);
    const message = noStart(text("Module numbers end at 65535. The node refuses to start."));
    return isTooLarge ? onValue(line, "value.range", message) : undefined;
  }
  return onValue(
    line,
    "value.enum",
    noStart(text('"{0}" isn\'t a module (known: {1}, or a module number). The node refuses to start.', unknown, words)),
  );
}

/** Numbers of a list are read up to the first character that is no digit. */
function startsWithNumber(part: string): boolean {
  return /^\s*[+-]?\d/.test(part);
}

function judgeTime(line: IniLine): LineFinding | undefined {
  const parts = line.value.split(":");
  return parts.length === 3 && parts.every(startsWithNumber)
    ? undefined
    : onValue(line, "value.int", noStart(text("Not a time in the form H:M:S. The node refuses to start.")));
}

/** Paths without whose files no node starts. */
const neededPaths: ReadonlySet<string> = new Set(["private_key_path", "ca_path", "nodes_path"]);

/** A path: an empty one isn't the default, and signs of another system's paths are none. */
function judgePath(line: IniLine, spec: KeySpec): LineFinding | undefined {
  if (/^[A-Za-z]:[\\/]/.test(line.value))
    return onValue(
      line,
      "value.path",
      neededPaths.has(spec.key)
        ? noStart(
            text("A path of Windows. Nodes run on Linux and macOS, where it leads nowhere. The node refuses to start."),
          )
        : text("A path of Windows. On Linux and macOS, where nodes run, it is a name below the node's folder."),
    );
  if (line.value.includes("\\"))
    return onValue(
      line,
      "value.path",
      text("On Linux and macOS, a backslash is part of the name. Write / between folders."),
    );
  const shellSign = /^~(?=\/|$)|\$(?=[{A-Za-z_])/.exec(line.value)?.[0];
  if (shellSign !== undefined)
    return onValue(
      line,
      "value.path",
      neededPaths.has(spec.key)
        ? noStart(
            text("Only a shell replaces {0}. For the node it is part of the name. It refuses to start.", shellSign),
          )
        : text("Only a shell replaces {0}. For the node it is part of the name of a folder below its own.", shellSign),
    );
  if (line.value !== "") return undefined;
  // rocksdb makes no folder without a name
  if (spec.key === "data_path")
    return onValue(
      line,
      "value.missing",
      noStart(text("The value is empty, and the node doesn't use the default. It refuses to start.")),
    );
  if (!isPlainValue(spec.default)) return undefined;
  const message = text("The value is empty. The node doesn't use the default, {0}.", spec.default);
  return onValue(line, "value.missing", message, "warning");
}

type Judge = (line: IniLine, spec: KeySpec, section: string) => LineFinding | undefined;

const judges: Readonly<Partial<Record<KeySpec["type"], Judge>>> = {
  bool: (line, spec) => (readBool(line.value) === undefined ? unusable(line, spec, "value.bool", "bool") : undefined),
  int32: (line, spec) => {
    const number = readInt32(line.value);
    if (number === undefined) return unusable(line, spec, "value.int", "int");
    return inRange(number, spec) ? undefined : outOfRange(line, spec, "value.range");
  },
  int64: (line, spec) => {
    const number = spec.onInvalid === "lexcast-throw" ? castInt64(line.value) : readInt64(line.value);
    if (number === undefined) return unusable(line, spec, "value.int", "int");
    return inRange(number, spec) ? undefined : outOfRange(line, spec, "value.range");
  },
  uint32: (line, spec) => judgeUnsigned(line, spec, 32),
  uint64: (line, spec) => judgeUnsigned(line, spec, 64),
  size: (line, spec) => judgeUnsigned(line, spec, 64),
  port: judgePort,
  ip: judgeIp,
  enum: judgeEnum,
  double: (line) =>
    castDouble(line.value) === undefined
      ? onValue(line, "value.int", noStart(text("Not a number. The node refuses to start.")))
      : undefined,
  dir: judgePath,
  file: judgePath,
  "csv-module": judgeModules,
  "csv-int": (line) =>
    line.value !== "" && !line.value.split(",").every(startsWithNumber)
      ? onValue(line, "value.int", noStart(text("Not a list of integers. The node refuses to start.")))
      : undefined,
  hex: (line) =>
    /^(0x)?([0-9a-fA-F]{2})*$/.test(line.value)
      ? undefined
      : onValue(line, "value.int", noStart(text("Not an even number of hex digits. The node refuses to start."))),
  time: judgeTime,
  "decimal-string": (line) =>
    /^[0-9]+$/.test(line.value)
      ? undefined
      : onValue(line, "value.int", noStart(text("Only decimal digits are allowed. The node refuses to start."))),
};

/** A 64-bit integer read from a stream: `storage.cache_size`, whose wrong value is replaced by the default. */
function readInt64(value: string): bigint | undefined {
  return castInt64(value.trimEnd());
}

/** What hides in a value whatever its type: a comment that is none, a foreign character, quotes. */
function judgeCharacters(line: IniLine, spec: KeySpec, section: string): LineFinding | undefined {
  const asName = isName(spec, section);
  const asText = isTextKey(spec) && !asName;
  const comment = inlineCommentStart(line);
  if (comment !== undefined) {
    return asText
      ? lineFinding(
          "ini.inlineComment",
          comment,
          line.valueEnd,
          text("Comments after a value aren't supported. This text is part of it."),
          "warning",
        )
      : lineFinding("ini.inlineComment", comment, line.valueEnd, inlineCommentMessage(spec, asName));
  }
  if (!asText) {
    const foreign = foreignCharacter(line.value);
    // whatever comes of it, the node doesn't take what was written
    if (foreign !== undefined) return onValue(line, "ini.nonAscii", foreignMessage(spec, foreign, asName), "error");
  }
  const isQuoted = /^(["']).*\1$/.test(line.value) || withoutCurlyQuotes(line.value) !== undefined;
  const quoted = asText ? isQuoted : hasQuote(line.value);
  if (quoted)
    return onValue(line, "ini.quotedValue", quotedMessage(spec, asText, asName), asText ? undefined : "error");
  const blank = asText ? edgeBlank(line.value) : undefined;
  if (blank === undefined) return undefined;
  const message = text("The node doesn't treat {0} as whitespace. It's part of the value.", codePointName(blank));
  return onValue(line, "ini.nonAscii", message);
}

function quotedMessage(spec: KeySpec, asText: boolean, asName: boolean): FindingText {
  if (asText) return text("Quotes are part of the value for the node.");
  if (asName || isFatal(spec))
    return noStart(text("Quotes are part of the value for the node, which refuses to start with them."));
  const value = plainDefault(spec);
  return value === undefined
    ? text("Quotes are part of the value for the node: it counts as absent.")
    : byDefault(text("Quotes are part of the value for the node, which silently uses the default, {0}.", value));
}

function inlineCommentMessage(spec: KeySpec, asName: boolean): FindingText {
  const value = plainDefault(spec);
  if (asName || isFatal(spec)) {
    return noStart(text("Comments after a value aren't supported. With this text, the node refuses to start."));
  }
  return value === undefined
    ? text("Comments after a value aren't supported. With this text, the value counts as absent.")
    : byDefault(
        text(
          "Comments after a value aren't supported. With this text, the node silently uses the default, {0}.",
          value,
        ),
      );
}

function foreignMessage(spec: KeySpec, foreign: string, asName: boolean): FindingText {
  const value = plainDefault(spec);
  const character = /\s/.test(foreign) ? codePointName(foreign) : foreign;
  const isWide = halfWidthOf(foreign) !== undefined;
  if (asName || isFatal(spec)) {
    return isWide
      ? noStart(text('"{0}" is a full-width character. The node refuses to start.', character))
      : noStart(text('"{0}" isn\'t allowed here. The node refuses to start.', character));
  }
  if (value === undefined)
    return isWide
      ? text('"{0}" is a full-width character: the value counts as absent.', character)
      : text('"{0}" isn\'t allowed here: the value counts as absent.', character);
  return byDefault(
    isWide
      ? text('"{0}" is a full-width character. The node silently uses the default, {1}.', character, value)
      : text('"{0}" isn\'t allowed here. The node silently uses the default, {1}.', character, value),
  );
}

/** Names of services and chains: the node looks at their form. */
function judgeName(line: IniLine, section: string): LineFinding | undefined {
  if (line.name === "key_center_url") {
    // the node takes host and port apart at colons: two parts it takes, and a port that isn't one of the system's
    const [host, port = "", ...more] = line.value.split(/:+/);
    const number = readUnsigned(port, 16);
    if (host !== "" && more.length === 0 && number !== undefined && number > 1024n) return undefined;
    const message = noStart(
      text("The node needs address:port, with a port above 1024 and no http:// in front. It refuses to start."),
    );
    return onValue(line, "value.enum", message);
  }
  if (section === "service" && line.name !== "node_name") {
    if (line.value === "")
      return onValue(line, "value.missing", noStart(text("No service name: the program refuses to start.")));
    return /^[0-9a-zA-Z]+\.[0-9a-zA-Z]+$/.test(line.value)
      ? undefined
      : onValue(
          line,
          "value.enum",
          noStart(text("Not in the form application.server, of letters and digits: the program refuses to start.")),
        );
  }
  return /^[0-9a-zA-Z]*$/.test(line.value)
    ? undefined
    : onValue(line, "value.enum", noStart(text("Only letters and digits are allowed. The node refuses to start.")));
}

/** Whether the node looks at the form of a text: names of services, of a node, of a chain, the address of a key center. */
function isName(spec: KeySpec, section: string): boolean {
  if (section === "service") return spec.onInvalid === "throw";
  return spec.key === (section === "chain" ? "chain_id" : "key_center_url");
}

const addressLimit = "conn_outgoing_bw_limit_";
const moduleLimit = "incoming_module_qps_limit_";

/** Keys that end in an address or a module number. */
function judgeFamilyKey(line: IniLine): LineFinding | undefined {
  if (line.name.startsWith(addressLimit) && !parseIp(line.name.slice(addressLimit.length))) {
    return onKey(
      line,
      "value.ip",
      noStart(text("The key doesn't end in an IPv4 or IPv6 address. The node refuses to start.")),
    );
  }
  if (line.name.startsWith(moduleLimit)) {
    const number = castInt64(line.name.slice(moduleLimit.length));
    if (number === undefined || number > 0x7fffffffn)
      return onKey(
        line,
        "value.int",
        noStart(text("The key doesn't end in a module number. The node refuses to start.")),
      );
    if (number < 0n || number >= 65535n)
      return onKey(
        line,
        "value.range",
        noStart(text("The module number must be less than {0}. The node refuses to start.", 65535)),
      );
  }
  return undefined;
}

/** The rules on one value that need nothing else of the file; at most one finding. */
export function judgeValue(line: IniLine, spec: KeySpec, section: string, version: string): LineFinding | undefined {
  const characters = judgeCharacters(line, spec, section);
  if (characters) return characters;
  if (isName(spec, section)) return judgeName(line, section);
  const key = spec.pattern === undefined ? undefined : judgeFamilyKey(line);
  if (key) return key;
  const small = smallNumber(section, spec.key, line.value, version);
  if (small) return onValue(line, "value.range", small.message, small.severity);
  const wrong = judges[spec.type]?.(line, spec, section);
  const unchecked = spec.rangeSince !== undefined && !atLeast(version, spec.rangeSince);
  return unchecked && wrong?.rule === "value.range" ? undefined : wrong;
}
