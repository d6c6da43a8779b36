import { type ParseError, parse } from "jsonc-parser";
import { text } from "../../text/catalogue";
import { encodingAdvice, encodingTrouble } from "../../text/encoding";
import { halfWidthOf } from "../../text/halfWidth";
import { acrossSeverity, type Finding, type FindingText, noStart, type RuleId, severityOf } from "../findings/finding";
import { parseIp } from "../values/ipAddress";

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

/** The strings of the array under `nodes`, with their places; only called on text that is valid JSON. */
function writtenPeers(content: string): WrittenPeer[] {
  const array = /"nodes"\s*:\s*\[/.exec(content);
  if (!array) return [];
  const peers: WrittenPeer[] = [];
  const token = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\],\s]+)|(\]))\s*,?/y;
  token.lastIndex = array.index + array[0].length;
  for (let match = token.exec(content); match && match[3] === undefined; match = token.exec(content)) {
    if (match[1] === undefined) continue;
    const start = match.index + match[0].indexOf('"') + 1;
    peers.push({ value: JSON.parse(`"${match[1]}"`) as string, start, end: start + match[1].length });
  }
  return peers;
}

/** What is wrong with a text that isn't JSON, and where. */
function jsonMistake(content: string): { readonly at: number; readonly message: FindingText } {
  const errors: ParseError[] = [];
  parse(content, errors, { disallowComments: true, allowTrailingComma: false });
  const at = Math.min(errors[0]?.offset ?? 0, content.length);
  const sign = Array.from(content.slice(at, at + 2))[0] ?? "";
  const message =
    halfWidthOf(sign) === undefined
      ? noStart(text("Not JSON from here on. The node refuses to start."))
      : noStart(text('Not JSON: "{0}" is a full-width character. The node refuses to start.', sign));
  return { at, message };
}

/** What the node makes of `address:port`, `[IPv6]:port` or `host:port`. */
function peerMistake(value: string): { rule: RuleId; message: FindingText } | undefined {
  const bracket = /^\[([^\]]*)\]:(.*)$/.exec(value);
  const colon = value.lastIndexOf(":");
  if (!bracket && colon < 0) {
    return { rule: "value.ip", message: noStart(text("No port. The node refuses to start. Write address:port.")) };
  }
  const host = bracket?.[1] ?? value.slice(0, colon);
  const port = bracket?.[2] ?? value.slice(colon + 1);
  if (!bracket && host.includes(":")) {
    return {
      rule: "value.ip",
      message: text("Put IPv6 addresses in brackets, as in [::1]:30300. The node misreads this one."),
    };
  }
  if (bracket && !parseIp(host)) {
    return { rule: "value.ip", message: noStart(text("Not an IPv4 or IPv6 address. The node refuses to start.")) };
  }
  if (host.trim() === "") {
    return { rule: "value.ip", message: noStart(text("No address. The node refuses to start. Write address:port.")) };
  }
  const number = /^\d+$/.test(port) ? Number(port) : -1;
  return number > 1024 && number <= 65535
    ? undefined
    : { rule: "value.port", message: noStart(text("Not a port from 1025 to 65535. The node refuses to start.")) };
}

/** The addresses of a `nodes.json` as they are written; none of a file that isn't JSON. */
export function peersOf(content: string): readonly string[] {
  try {
    JSON.parse(content);
    return writtenPeers(content).map(({ value }) => value);
  } catch {
    return [];
  }
}

/** What is said of addresses beside other node folders, on the places of the addresses. */
export function nodesFindings(
  content: string,
  said: readonly { readonly peer: string; readonly message: FindingText }[],
): Finding[] {
  const place = placesIn(content);
  return writtenPeers(content).flatMap(({ value, start, end }) => {
    const message = said.find(({ peer }) => peer === value)?.message;
    if (!message) return [];
    const [from, to] = [place(start), place(end)];
    const range = { startLine: from.line, startChar: from.character, endLine: to.line, endChar: to.character };
    return [{ rule: "peers.rpcPort", severity: acrossSeverity["peers.rpcPort"], range, message } as const];
  });
}

/** The rules of `nodes.json` (docs/protocol/config-genesis.md, "nodes.json"). */
export function analyzeNodesJson(content: string): Finding[] {
  const place = placesIn(content);
  const at = (start: number, end: number, rule: RuleId, message: FindingText): Finding => {
    const [from, to] = [place(start), place(end)];
    const range = { startLine: from.line, startChar: from.character, endLine: to.line, endChar: to.character };
    return { rule, severity: severityOf(rule, message), range, message };
  };
  const trouble = encodingTrouble(content);
  const wrongEncoding = trouble ? [at(trouble.at, trouble.at + 1, "ini.encoding", encodingAdvice(trouble))] : [];
  try {
    JSON.parse(content);
  } catch {
    if (trouble) return wrongEncoding.map((finding) => ({ ...finding, severity: "error" }));
    if (content.trim() === "")
      return [at(0, 0, "value.missing", noStart(text("An empty file. The node refuses to start.")))];
    const { at: start, message } = jsonMistake(content);
    return [at(start, Math.min(content.length, start + 1), "value.missing", message)];
  }
  const mistakes = writtenPeers(content).flatMap(({ value, start, end }) => {
    const mistake = peerMistake(value);
    return mistake ? [at(start, end, mistake.rule, mistake.message)] : [];
  });
  return [...wrongEncoding, ...mistakes];
}
