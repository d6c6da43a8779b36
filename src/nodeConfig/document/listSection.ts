/** A whole number as it is usually written, or -1; a loop of its own, as lists of 100,000 entries are read with it. */
export function parseIndex(text: string, start: number, end: number): number {
  const digits = end - start;
  if (digits < 1 || digits > 9 || (digits > 1 && text.charCodeAt(start) === 0x30)) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The number of hex digits an identity of the lists has: 512 with RSA TLS, 128 with SM TLS. */
export type IdentityDigits = 128 | 512;

const hexDigits = /^[0-9a-fA-F]+$/;
const zeros = /^0+$/;

/** Whether the node takes the value as an identity of that length; anything else it drops. */
export function isIdentity(value: string, digits: IdentityDigits): boolean {
  return value.length === digits && hexDigits.test(value) && !zeros.test(value);
}

/** Which access list a section holds. */
export class ListSection {
  constructor(
    readonly list: "black" | "white",
    readonly prefix: "crl." | "cal.",
  ) {}

  /** Whether the node reads the key as an entry of the list: only the prefix counts. */
  owns(key: string): boolean {
    return key.startsWith(this.prefix);
  }

  /** The same for the key of a line. */
  ownsLine(line: { readonly listPrefix: "crl." | "cal." | undefined }): boolean {
    return line.listPrefix === this.prefix;
  }

  /** The index of `cal.7`; -1 for another suffix, `07` included, which is as good for the node. */
  number(key: string): number {
    return this.owns(key) ? parseIndex(key, this.prefix.length, key.length) : -1;
  }
}

/** By name; `crl` and `cal` are the old short names, read only when the long ones have no keys. */
export const listSections: ReadonlyMap<string, ListSection> = new Map([
  ["certificate_blacklist", new ListSection("black", "crl.")],
  ["crl", new ListSection("black", "crl.")],
  ["certificate_whitelist", new ListSection("white", "cal.")],
  ["cal", new ListSection("white", "cal.")],
]);
