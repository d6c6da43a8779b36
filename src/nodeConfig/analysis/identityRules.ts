import { text } from "../../text/catalogue";
import { halfWidthValue } from "../../text/halfWidth";
import type { IniLine } from "../document/iniLine";
import type { IdentityDigits } from "../document/listSection";
import { clean, cleanEntry, type LineFinding, type LineVerdict, lineFinding } from "../findings/lineVerdict";
import { onKey } from "./onLine";
import { identityOfP2pNodeId } from "./peerIdentity";
import { codePointName, foreignBlank, hasQuote, inlineCommentStart } from "./suspiciousText";

const hex = /^[0-9a-fA-F]+$/;
const notHex = /[^0-9a-fA-F]/u;
const zeros = /^0+$/;

/** The first thing that makes the node drop the entry, in the order in which it helps most to hear of them. */
function rejection(line: IniLine, value: string, digits: IdentityDigits): LineFinding | undefined {
  const whole = (rule: LineFinding["rule"], message: LineFinding["message"]): LineFinding =>
    lineFinding(rule, line.valueStart, line.valueEnd, message);
  if (value === "") {
    const message = text("{0} is empty. The node drops the entry. It needs {1} hex digits.", line.name, digits);
    return onKey(line, "nodeid.length", message);
  }
  if (/^0x/i.test(value)) {
    return whole(
      "nodeid.prefix0x",
      text('The node drops this entry: an ID can\'t begin with "{0}".', value.slice(0, 2)),
    );
  }
  const comment = inlineCommentStart(line);
  if (comment !== undefined) {
    const message = text(
      "Comments after a value aren't supported. This text is part of the ID, and the node drops the entry.",
    );
    return lineFinding("ini.inlineComment", comment, line.valueEnd, message);
  }
  const blank = foreignBlank(value);
  if (blank !== undefined) {
    const message = text(
      "The node doesn't treat {0} as whitespace. It's part of the ID, and the entry is dropped.",
      codePointName(blank),
    );
    return lineFinding("ini.nonAscii", line.valueStart, line.valueEnd, message, "error");
  }
  if (hasQuote(value)) {
    const message = text("Quotes are part of the value. The node drops this entry.");
    return lineFinding("ini.quotedValue", line.valueStart, line.valueEnd, message, "error");
  }
  const wrong = notHex.exec(value)?.[0];
  if (wrong !== undefined) {
    return whole("nodeid.notHex", text('The node drops this entry: "{0}" isn\'t a hex digit.', wrong));
  }
  if (value.length === digits) {
    return zeros.test(value)
      ? whole("nodeid.zero", text("The node drops this entry: the ID is all zeros."))
      : undefined;
  }
  return whole(...wrongLength(value, digits));
}

function wrongLength(value: string, digits: IdentityDigits): [LineFinding["rule"], LineFinding["message"]] {
  const { length } = value;
  if (identityOfP2pNodeId(value)?.length === digits) {
    return [
      "nodeid.length",
      text(
        "This is the p2pNodeID that getPeers shows: the ID with {0} digits around it. The node drops the entry. The list needs the {1} digits alone.",
        length - digits,
        digits,
      ),
    ];
  }
  if (length === 128) {
    return [
      "nodeid.consensusId",
      text(
        "This is a consensus ID (conf/node.nodeid, 128 digits). This list needs the TLS ID (conf/ssl.nodeid, 512 digits); the node drops the entry.",
      ),
    ];
  }
  if (length === 512) {
    return [
      "nodeid.length",
      text(
        "512 hex digits, but 128 are needed. Nodes since 3.2.0 with RSA TLS list TLS IDs like this one (conf/ssl.nodeid). If yours does, set the ID length to 512.",
      ),
    ];
  }
  return ["nodeid.length", text("The node drops this entry. It needs {1} hex digits, but has {0}.", length, digits)];
}

/** The rules on one entry of an access list (docs/protocol/config-ini.md, "Access lists"). */
export function judgeListEntry(line: IniLine, digits: IdentityDigits): LineVerdict {
  const list = line.block?.listSection;
  if (!list?.ownsLine(line)) {
    const meant = halfWidthValue(line.name);
    if (list && meant?.startsWith(list.prefix)) {
      const message = text("The key has a full-width character, so the node ignores this entry. Write {0}.", meant);
      const { startChar, endChar } = onKey(line, "ini.nonAscii", message);
      return { ...clean, findings: [lineFinding("ini.nonAscii", startChar, endChar, message, "error")] };
    }
    const message = text(
      'The node ignores this key: in this section it reads only keys that begin with "{0}".',
      list?.prefix ?? "",
    );
    return { ...clean, findings: [onKey(line, "list.keyName", message)] };
  }
  if (line.lowerHexDigits === digits) return cleanEntry;
  const { value } = line;
  const rejected = rejection(line, value, digits);
  if (rejected) return { findings: [rejected], accepted: false };
  if (!hex.test(value)) return clean;
  const message = text("Uppercase is accepted (the node ignores case), but tools write lowercase.");
  return { findings: [lineFinding("nodeid.uppercase", line.valueStart, line.valueEnd, message)], accepted: true };
}
