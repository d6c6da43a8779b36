import type { IniBlock, IniLine } from "./iniLine";
import { type ListSection, listSections } from "./listSection";

/** What a line is told when it begins or ends to share its name or its identity with others. */
type SharedMark = "sharesName" | "sharesIdentity";

type Group = IniLine | Set<IniLine>;

/**
 * Lines by something of theirs. Nearly every key has one line, and then no set is made for it; lines that share one are
 * marked, so that a walk over all lines needs no look-up.
 */
export class LineIndex<Key> {
  readonly #groups = new Map<Key, Group>();

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

/** The keys of a section. The numbered ones of a list, which may be very many, are kept by number. */
class KeyIndex {
  readonly #names = new LineIndex<string>("sharesName");
  readonly #numbers = new LineIndex<number>("sharesName");

  constructor(private readonly list: ListSection | undefined) {}

  /** Number of different keys. */
  get size(): number {
    return this.#names.size + this.#numbers.size;
  }

  has(key: string): boolean {
    const number = this.list?.number(key) ?? -1;
    return number >= 0 ? this.#numbers.has(number) : this.#names.has(key);
  }

  /** The entries with that key, in no particular order. */
  lines(key: string): readonly IniLine[] {
    const number = this.list?.number(key) ?? -1;
    return number >= 0 ? this.#numbers.lines(number) : this.#names.lines(key);
  }

  add(line: IniLine): void {
    if (line.number >= 0) this.#numbers.add(line.number, line);
    else this.#names.add(line.name, line);
  }

  remove(line: IniLine): void {
    if (line.number >= 0) this.#numbers.remove(line.number, line);
    else this.#names.remove(line.name, line);
  }
}

/** One `[section]` line with the entries below it, or, without a header, what stands before the first section. */
export class Block implements IniBlock {
  readonly name: string;
  readonly listSection: ListSection | undefined;
  readonly keys: KeyIndex;

  constructor(readonly header: IniLine | undefined) {
    this.name = header?.name ?? "";
    this.listSection = header ? listSections.get(this.name) : undefined;
    this.keys = new KeyIndex(this.listSection);
  }
}
