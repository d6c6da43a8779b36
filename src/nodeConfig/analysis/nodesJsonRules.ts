import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { encodingAdvice, encodingTrouble } from "../../text/encoding";
import { halfWidthOf } from "../../text/halfWidth";
import {
  acrossSeverity,
  type Finding,
  type FindingText,
  noStart,
  type RuleId,
  type Severity,
  severityOf,
} from "../findings/finding";
import { parseIp } from "../values/ipAddress";
import { utf16Message } from "./fileRules";

/** Tells the zero-based line and column of an offset; the text is gone through once for all of them. */
function placesIn(content: string): (offset: number) => { line: number; character: number } {
  const starts = [0, ...Array.from(content.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  return (offset) => {
    let [line, behind] = [0, starts.length];
    while (behind - line > 1) {
      const middle = (line + behind) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else behind = middle;
    }
    return { line, character: offset - (starts[line] ?? 0) };
  };
}

/** One address as written, with where its text stands between the quotes. */
interface WrittenPeer {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Lists of peers are flat: what is nested deeper is none, and isn't read. */
const maxDepth = 100;

function isDeep(content: string): boolean {
  let depth = 0;
  for (const [sign] of content.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gsu)) {
    if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

/**
 * The text as the node's parser takes it (jsoncpp's `Json::Reader`): remarks are allowed, a comma before a bracket isn't, and what follows
 * the value isn't read. `error` is the first mistake with which it refuses the text.
 */
function readJson(content: string): { readonly root: Node | undefined; readonly error: ParseError | undefined } {
  if (isDeep(content)) return { root: undefined, error: undefined };
  const errors: ParseError[] = [];
  const root = parseTree(content, errors, { disallowComments: false, allowTrailingComma: false });
  const error = errors.find((each) => printParseErrorCode(each.error) !== "EndOfFileExpected");
  return { root, error };
}

/** The value of the last property of that name: that is the one that counts. */
const propertyOf = (root: Node, name: string): Node | undefined =>
  root.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1];

/** The array under `nodes`; undefined where a node finds none. */
function arrayOf(content: string): Node | undefined {
  const { root, error } = readJson(content);
  const nodes = error || root?.type !== "object" ? undefined : propertyOf(root, "nodes");
  return nodes?.type === "array" ? nodes : undefined;
}

/** The addresses of the array, with their places. */
const writtenPeers = (array: Node | undefined): WrittenPeer[] =>
  (array?.children ?? []).flatMap(({ type, value, offset, length }) =>
    type === "string" ? [{ value: value as string, start: offset + 1, end: offset + length - 1 }] : [],
  );

const byteOrderMark = "\uFEFF";

/** What is wrong with a text that isn't JSON, and where. */
function jsonMistake(content: string, error: ParseError): { readonly at: number; readonly message: FindingText } {
  const at = Math.min(error.offset, content.length);
  const behind = Array.from(content.slice(at, at + 2))[0] ?? "";
  const mistake = (message: FindingText, place = at): { at: number; message: FindingText } => ({ at: place, message });
  if (content.startsWith(byteOrderMark))
    return mistake(noStart(text("The file begins with a byte order mark. The node refuses to start.")), 0);
  if (halfWidthOf(behind) !== undefined)
    return mistake(noStart(text('Not JSON: "{0}" is a full-width character. The node refuses to start.', behind)));
  if (behind === "'") return mistake(noStart(text("JSON only has double quotes. The node refuses to start.")));
  const before = content.slice(0, at).trimEnd();
  const code = printParseErrorCode(error.error);
  if (/[\]}]/.test(behind) && before.endsWith(","))
    return mistake(
      noStart(text("No comma is allowed before the bracket. The node refuses to start.")),
      before.length - 1,
    );
  if (code === "CommaExpected")
    return mistake(noStart(text("A comma is missing before this. The node refuses to start.")));
  if (code === "CloseBracketExpected") return mistake(noStart(text('"]" is missing. The node refuses to start.')));
  if (code === "CloseBraceExpected") return mistake(noStart(text('"}" is missing. The node refuses to start.')));
  if (code === "UnexpectedEndOfString")
    return mistake(noStart(text("The closing quote is missing. The node refuses to start.")));
  return mistake(noStart(text("Not JSON from here on. The node refuses to start.")));
}

type Mistake = { readonly rule: RuleId; readonly message: FindingText; readonly severity?: Severity };
const onAddress = (message: FindingText, severity?: Severity): Mistake => ({
  rule: "value.ip",
  message,
  ...(severity === undefined ? {} : { severity }),
});

/** What a system makes of an address of fewer than four numbers: the last one fills what is left. */
function shortAddress(host: string): string | undefined {
  const parts = host.split(".").map(Number);
  const last = parts.pop() ?? 0;
  const room = 4 - parts.length;
  if (parts.length > 2 || parts.some((part) => part > 255) || last >= 256 ** room) return undefined;
  const rest = Array.from({ length: room }, (_, index) => Math.floor(last / 256 ** (room - 1 - index)) % 256);
  return [...parts, ...rest].join(".");
}
const onPort = (message: FindingText): Mistake => ({ rule: "value.port", message });

/** The port behind an address: read as a number of 32 bits, of which 16 count (`hostAndPort2Endpoint`). */
function portMistake(port: string): Mistake | undefined {
  const wide = Array.from(port).find((each) => halfWidthOf(each) !== undefined);
  if (wide !== undefined)
    return onPort(noStart(text('"{0}" is a full-width character. The node refuses to start.', wide)));
  const number = /^\+?\d{1,10}$/.test(port) ? Number(port) : -1;
  const cut = number & 0xffff;
  if (number > 65535 && number <= 0x7fffffff && cut > 1024)
    return onPort(text("The node cuts {0} to 16 bits and silently connects to port {1}.", number, cut));
  return number > 1024 && number <= 65535
    ? undefined
    : onPort(noStart(text("Not a port from 1025 to 65535. The node refuses to start.")));
}

/** What the node makes of `address:port`, `[IPv6]:port` or `host:port`. */
function peerMistake(value: string): Mistake | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value))
    return onAddress(noStart(text("A URL isn't an address. The node refuses to start. Write address:port.")));
  if (value.split(/[\s,;，；、]+/u).filter((part) => /:\d+$/.test(part)).length > 1)
    return onAddress(
      noStart(text("Several addresses in one text. Put each in its own quotes. The node refuses to start.")),
    );
  const bracket = /^\[([^\]]*)\]:(.*)$/.exec(value);
  const colon = value.lastIndexOf(":");
  const wide = Array.from(value).find((each) => halfWidthOf(each) !== undefined);
  if (!bracket && colon < 0) {
    return onAddress(
      wide === undefined
        ? noStart(text("No port. The node refuses to start. Write address:port."))
        : noStart(text('"{0}" is a full-width character. The node refuses to start.', wide)),
    );
  }
  const host = bracket?.[1] ?? value.slice(0, colon);
  const port = bracket?.[2] ?? value.slice(colon + 1);
  if (!bracket && host.includes(":")) {
    // it takes what is between the first two colons for the port
    const taken = /^[^:]*:+([^:]*)/.exec(value)?.[1] ?? "";
    const words = text("Put IPv6 addresses in brackets, as in [::1]:30300. The node misreads this one.");
    return onAddress(portMistake(taken) ? noStart(words) : words);
  }
  if (bracket && !parseIp(host))
    return onAddress(noStart(text("Not an IPv4 or IPv6 address. The node refuses to start.")));
  if (host.trim() === "") return onAddress(noStart(text("No address. The node refuses to start. Write address:port.")));
  const meant = /^\d+(?:\.\d+){0,2}$/.test(host) ? shortAddress(host) : undefined;
  if (meant !== undefined) return onAddress(text("An address has four numbers. The node silently takes {0}.", meant));
  if (/^(?:0\.0\.0\.0|(?:0*:)+0*)$/.test(host))
    return (
      portMistake(port) ??
      onAddress(
        text("{0} isn't the address of a machine: with it, the node connects to its own machine.", host),
        "warning",
      )
    );
  // whether a name is known only its network can tell
  if (/^[\d.]+$/.test(host) && !parseIp(host))
    return onAddress(noStart(text("Not an IPv4 or IPv6 address. The node refuses to start.")));
  if (/[^\w.-]/.test(host) && !bracket && !parseIp(host))
    return onAddress(noStart(text("Neither an IP address nor a host name. The node refuses to start.")));
  return portMistake(port);
}

/** The addresses of a `nodes.json` as they are written; none of a file that a node refuses. */
export const peersOf = (content: string): readonly string[] => writtenPeers(arrayOf(content)).map(({ value }) => value);

/** What is said of addresses, or of the whole list, beside other node folders, at their places. */
export function nodesFindings(
  content: string,
  reported: readonly {
    readonly rule: keyof typeof acrossSeverity;
    readonly peer?: string;
    readonly severity?: Severity;
    readonly message: FindingText;
  }[],
): Finding[] {
  if (reported.length === 0) return [];
  const place = placesIn(content);
  const array = arrayOf(content);
  const written = writtenPeers(array);
  return reported.flatMap(({ rule, peer, severity = acrossSeverity[rule], message }) => {
    const { start, end } =
      written.find(({ value }) => value === peer) ??
      (array ? { start: array.offset, end: array.offset + array.length } : { start: 0, end: 0 });
    const [from, to] = [place(start), place(end)];
    const range = { startLine: from.line, startChar: from.character, endLine: to.line, endChar: to.character };
    return [{ rule, severity, range, message }];
  });
}

interface PlacedMistake extends Mistake {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with the shape of the value: where the node looks for its peers and finds none. */
function shapeMistakes(root: Node | undefined, length: number): PlacedMistake[] {
  const on = ({ offset, length }: Node, rule: RuleId, message: FindingText): PlacedMistake[] => [
    { start: offset, end: offset + length, rule, message },
  ];
  if (root?.type !== "object") {
    const message = noStart(
      text('The file must be an object, {"nodes": ["address:port"]}. The node refuses to start.'),
    );
    return root ? on(root, "peers.json", message) : [{ start: 0, end: length, rule: "peers.json", message }];
  }
  const nodes = propertyOf(root, "nodes");
  const lists = (root.children ?? []).flatMap((property) =>
    property.children?.[0]?.value === "nodes" ? property.children[0] : [],
  );
  const [first] = lists;
  if (first && lists.length > 1)
    return on(first, "peers.ignored", text('"nodes" appears twice. The node takes the last one and ignores this one.'));
  if (nodes?.type === "array") return [];
  if (nodes)
    return on(
      nodes,
      "peers.ignored",
      text(
        'The value of "nodes" isn\'t a list. The node ignores it and connects to no other node. Write ["address:port"].',
      ),
    );
  const names = (root.children ?? []).flatMap((property) => property.children?.[0] ?? []);
  const meant =
    names.find(({ value }) => closestName("nodes", [String(value).toLowerCase()]) !== undefined) ?? names[0];
  return meant
    ? on(
        meant,
        "peers.ignored",
        text('The node reads "nodes" and ignores "{0}". It connects to no other node.', String(meant.value)),
      )
    : on(root, "peers.ignored", text('"nodes" is missing. The node connects to no other node.'));
}

/** What is wrong with the addresses, whatever they are: the node reads each as text. */
function addressMistakes(array: Node | undefined): PlacedMistake[] {
  return (array?.children ?? []).flatMap(({ type, value, offset, length }): PlacedMistake[] => {
    if (type === "string") {
      const mistake = peerMistake(value as string);
      return mistake ? [{ start: offset + 1, end: offset + length - 1, ...mistake }] : [];
    }
    const message = noStart(text('Not an address in quotes, such as "127.0.0.1:30300". The node refuses to start.'));
    return [{ start: offset, end: offset + length, rule: "value.ip", message }];
  });
}

/** The rules of `nodes.json` (docs/protocol/config-genesis.md, "nodes.json"). */
export function analyzeNodesJson(content: string): Finding[] {
  const place = placesIn(content);
  const at = ({ start, end, rule, message, severity = severityOf(rule, message) }: PlacedMistake): Finding => {
    const [from, to] = [place(start), place(end)];
    const range = { startLine: from.line, startChar: from.character, endLine: to.line, endChar: to.character };
    return { rule, severity, range, message };
  };
  if (content.trim() === "") {
    const message = noStart(text("An empty file. The node refuses to start."));
    return [at({ start: 0, end: 0, rule: "value.missing", message })];
  }
  const trouble = encodingTrouble(content);
  const encoding = trouble && { start: trouble.at, end: trouble.at + 1, rule: "ini.encoding" as const };
  const { root, error } = readJson(content);
  if (trouble && encoding && (error || trouble.encoding === "UTF-16"))
    return [
      at({
        ...encoding,
        message: trouble.encoding === "UTF-16" ? utf16Message : noStart(encodingAdvice(trouble)),
      }),
    ];
  if (error) {
    const { at: start, message } = jsonMistake(content, error);
    return [at({ start, end: Math.min(content.length, start + 1), rule: "peers.json", message })];
  }
  const wrongEncoding = trouble && encoding ? [at({ ...encoding, message: encodingAdvice(trouble) })] : [];
  const mistakes = [...shapeMistakes(root, content.length), ...addressMistakes(arrayOf(content))];
  return [...wrongEncoding, ...mistakes.map(at)];
}
