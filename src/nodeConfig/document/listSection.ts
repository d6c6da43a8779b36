import { parseIndex } from "./parseIndex";

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
