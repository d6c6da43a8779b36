/** A number that was written as no whole one, or is beyond 64 bits: as text it keeps its point (`1.0`). */
export class RealNumber {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  /** Seventeen digits, without the zeros behind them. */
  toString(): string {
    const { value } = this;
    if (!Number.isFinite(value)) return value < 0 ? "-1e+9999" : "1e+9999";
    const bare = (text: string): string => {
      let end = text.length;
      while (text[end - 1] === "0") end--;
      return text.slice(0, end < text.length && text[end - 1] === "." ? end - 1 : end);
    };
    const [digits = "", power = ""] = value.toExponential(16).split("e");
    const exponent = Number(power);
    if (exponent < -4 || exponent > 16) {
      const size = String(Math.abs(exponent)).padStart(2, "0");
      return `${bare(digits)}e${exponent < 0 ? "-" : "+"}${size}`;
    }
    const text = value.toPrecision(17);
    const short = text.includes(".") ? bare(text) : text;
    return `${Object.is(value, -0) ? "-" : ""}${short}${short.includes(".") ? "" : ".0"}`;
  }
}

/** JSON as the node's parser reads it: whole numbers keep their precision (bigint when JavaScript's numbers cannot hold them). */
export type WireValue = null | boolean | number | bigint | string | RealNumber | WireValue[] | WireObject;

/** An object with the members of a request named. */
export interface WireObject {
  [member: string]: WireValue | undefined;
  id?: WireValue;
  jsonrpc?: WireValue;
  method?: WireValue;
  params?: WireValue;
}

const escapeNonAscii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What stands in JSON as it is: printable ASCII without quotation mark and backslash. Nearly every text here is. */
const plainText = /^[ !#-[\]-~]*$/;

/** One JSON text: members in byte order, no blanks, everything beyond ASCII escaped (json-rpc.md, "Envelope"). */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return plainText.test(value) ? `"${value}"` : escapeNonAscii(JSON.stringify(value));
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (value instanceof RealNumber) return value.toString();
      if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
      const members = value as Record<string, unknown>;
      const parts: string[] = [];
      for (const key of Object.keys(members).sort()) {
        if (members[key] !== undefined) parts.push(`${writeJson(key)}:${writeJson(members[key])}`);
      }
      return `{${parts.join(",")}}`;
    }
    default:
      return "null";
  }
}

/** The same value over several lines, as the node writes notices. */
export function writePrettyJson(value: unknown): string {
  const write = (item: unknown, indent: string): string => {
    if (item === null || typeof item !== "object") return writeJson(item);
    const inner = `${indent}\t`;
    const members = Array.isArray(item)
      ? item.map((each) => write(each, inner))
      : Object.entries(item)
          .filter(([, member]) => member !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, member]) => `${writeJson(key)} : ${write(member, inner)}`);
    const [open, close] = Array.isArray(item) ? ["[", "]"] : ["{", "}"];
    if (members.length === 0) return `${open}${close}`;
    return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`;
  };
  return `${write(value, "")}\n`;
}
