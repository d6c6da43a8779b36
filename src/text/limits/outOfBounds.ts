/** What a text or a file has too much of, or is not; the words are those of the client's errors of this code. */
type Excess = "nestedTooDeep" | "tooManyValues" | "textTooLong" | "fileTooLarge" | "notRegularFile";

/**
 * Something that a user sent is larger, deeper or wider than anything of its kind that is meant well, or is no file at all. It is not read
 * further. `toChainError` has the words for people.
 */
export class OutOfBounds extends Error {
  override readonly name = "OutOfBounds";

  /** @param details what fills the words: `max`, and `path` and `size` of files. @param offset where it is too much, in characters. */
  constructor(
    readonly excess: Excess,
    readonly details: Readonly<Record<string, string | number>>,
    readonly offset = 0,
  ) {
    super(`${excess} ${Object.values(details).join(" ")}`.trim());
  }
}

/** How much of a text is read at most. Each parser says what its texts have at most where they are meant well. */
export interface Limits {
  /** Length in UTF-16 units. */
  readonly characters: number;
  /** Levels of lists and maps in each other. */
  readonly depth: number;
  /** Values, lists and maps together, counted by what separates them. */
  readonly values: number;
}

/** Counts what a scanner passes, and ends the reading where it is too much. */
export class Tally {
  #values = 0;
  #depth = 0;

  constructor(private readonly limits: Limits) {}

  get depth(): number {
    return this.#depth;
  }

  /** @throws OutOfBounds `nestedTooDeep`, `tooManyValues` */
  open(offset: number): void {
    this.#depth += 1;
    this.value(offset);
    this.within(this.#depth, offset);
  }

  close(): void {
    if (this.#depth > 0) this.#depth -= 1;
  }

  /** @throws OutOfBounds `nestedTooDeep` */
  within(depth: number, offset: number): void {
    if (depth > this.limits.depth) throw new OutOfBounds("nestedTooDeep", { max: this.limits.depth }, offset);
  }

  /** @throws OutOfBounds `tooManyValues` */
  value(offset: number): void {
    this.#values += 1;
    if (this.#values > this.limits.values) throw new OutOfBounds("tooManyValues", { max: this.limits.values }, offset);
  }
}

/** @throws OutOfBounds `textTooLong` */
export function requireShort(text: string, { characters }: Pick<Limits, "characters">): void {
  if (text.length > characters) throw new OutOfBounds("textTooLong", { max: characters }, characters);
}
