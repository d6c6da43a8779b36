import type { IniLine } from "./iniLine";

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

  /** The index of `cal.7`; -1 for a suffix that is no number, which is as good for the node. */
  number(key: string): number {
    const { length } = key;
    const from = this.prefix.length;
    if (length === from || length > from + 9) return -1;
    let number = 0;
    for (let at = from; at < length; at++) {
      const digit = key.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) return -1;
      number = number * 10 + digit;
    }
    return number;
  }
}

const listSections: ReadonlyMap<string, ListSection> = new Map([
  ["certificate_blacklist", new ListSection("black", false, "crl.")],
  ["crl", new ListSection("black", true, "crl.")],
  ["certificate_whitelist", new ListSection("white", false, "cal.")],
  ["cal", new ListSection("white", true, "cal.")],
]);

/** What a line is told when it begins or ends to share its name or its identity with others. */
type SharedMark = "sharesName" | "sharesIdentity";

/**
 * Lines by something of theirs. Nearly every key has one line, and then no set is made for it; lines that share one are
 * marked, so that whoever walks over all lines needs no look-up.
 */
export class LineIndex<Key> {
  readonly #groups = new Map<Key, IniLine | Set<IniLine>>();

  constructor(private readonly mark: SharedMark) {}

  has(key: Key): boolean {
    return this.#groups.has(key);
  }

  /** Number of different keys. */
  get size(): number {
    return this.#groups.size;
  }

  /** The lines of that key, in no particular order. */
  lines(key: Key): readonly IniLine[] {
    const group = this.#groups.get(key);
    if (group === undefined) return [];
    return group instanceof Set ? [...group] : [group];
  }

  add(key: Key, line: IniLine): void {
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, line);
      return;
    }
    line[this.mark] = true;
    if (group instanceof Set) group.add(line);
    else {
      group[this.mark] = true;
      this.#groups.set(key, new Set([group, line]));
    }
  }

  remove(key: Key, line: IniLine): void {
    line[this.mark] = false;
    const group = this.#groups.get(key);
    if (group === line) this.#groups.delete(key);
    else if (group instanceof Set) {
      group.delete(line);
      const [only] = group;
      if (only && group.size === 1) {
        only[this.mark] = false;
        this.#groups.set(key, only);
      }
    }
  }
}

/** One `[section]` line with the entries below it, or, without a header, what stands before the first section. */
export class IniBlock {
  readonly name: string;
  readonly listSection: ListSection | undefined;
  readonly keys = new LineIndex<string>("sharesName");

  constructor(readonly header: IniLine | undefined) {
    this.name = header?.name ?? "";
    this.listSection = header ? listSections.get(this.name) : undefined;
  }
}
