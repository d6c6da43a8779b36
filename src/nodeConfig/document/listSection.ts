import { parseIndex } from "./parseIndex";

/** Which access list a section holds; `alias` is the old short name, read only when the long one has no keys. */
export class ListSection {
  constructor(
    readonly list: "black" | "white",
    readonly alias: boolean,
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

export const listSections: ReadonlyMap<string, ListSection> = new Map([
  ["certificate_blacklist", new ListSection("black", false, "crl.")],
  ["crl", new ListSection("black", true, "crl.")],
  ["certificate_whitelist", new ListSection("white", false, "cal.")],
  ["cal", new ListSection("white", true, "cal.")],
]);
