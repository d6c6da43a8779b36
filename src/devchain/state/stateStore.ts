/** What the account record of a contract or a person holds besides its storage. Never changed in place. */
export interface AccountRecord {
  readonly nonce: bigint;
  readonly balance: bigint;
  /** 64 hex digits, or empty when there is no code. */
  readonly codeHash: string;
}

/** A cell of the state. Values are never changed in place, so that the undo log can keep them. */
export type StateValue = string | Uint8Array | AccountRecord;

/** One change: a row and its value, as the block log keeps it. `undefined` means that the row is not there. */
export interface StateChange {
  readonly table: string;
  readonly key: string;
  readonly value: StateValue | undefined;
}

/** Rows to read. */
export interface StateReader {
  get(table: string, key: string): StateValue | undefined;
}

/** A row, the value that it had before, and whether another state was put here by it, which no block wrote. */
interface UndoneChange extends StateChange {
  readonly brought: boolean;
}

/** Where rows changed first in an undo log, as far as it was looked: positions by table and key. */
class FirstChanges {
  readonly #found = new Map<string, Map<string, number>>();
  #looked = 0;

  constructor(
    private readonly log: readonly UndoneChange[],
    private readonly counts: (change: UndoneChange) => boolean,
  ) {}

  /** Whether the position is such a change of the row: the log may have been cut and written anew behind it. */
  #changes(at: number, table: string, key: string): boolean {
    const change = this.log[at];
    return change !== undefined && change.key === key && change.table === table && this.counts(change);
  }

  /** The first change of a row that counts; undefined where there is none. */
  of(table: string, key: string): UndoneChange | undefined {
    const { log } = this;
    for (; this.#looked < log.length; this.#looked++) {
      const change = log[this.#looked] as UndoneChange;
      if (!this.counts(change)) continue;
      let rows = this.#found.get(change.table);
      if (!rows) {
        rows = new Map();
        this.#found.set(change.table, rows);
      }
      const known = rows.get(change.key);
      if (known === undefined || known >= this.#looked || !this.#changes(known, change.table, change.key)) {
        rows.set(change.key, this.#looked);
      }
    }
    const at = this.#found.get(table)?.get(key);
    return at !== undefined && this.#changes(at, table, key) ? log[at] : undefined;
  }

  /** The log was cut. */
  cut(): void {
    if (this.log.length === 0 && this.#looked > 0) this.#found.clear();
    this.#looked = Math.min(this.#looked, this.log.length);
  }
}

/** The system configuration (built-in-contracts.md, "System configuration"). */
export const configTable = "s_config";

/**
 * The whole state of a group: named tables of rows, flat in memory, with an undo log. A checkpoint is a position in the
 * log, so taking one costs nothing and going back costs what was changed since (docs/internals.md, "State").
 *
 * Forth or back, every row is written by `#put` alone, which makes and drops tables as rows come and go: there is never an empty one,
 * and whether a table was there in between makes no difference.
 *
 * Work on the state may pause in the middle. Readers meanwhile read `sealed`: the rows as they were when they were sealed last.
 */
export class StateStore implements StateReader {
  readonly #tables = new Map<string, Map<string, StateValue>>();
  /** Rows and the values they had before, in the order of their changes. */
  readonly #undo: UndoneChange[] = [];
  /** Rises whenever a row of the system configuration changes, forth or back: what was read of it holds until then. */
  configVersion = 0;
  /** The state as it was sealed last, whatever was done since. */
  readonly sealed: StateReader = { get: (table, key) => this.#sealed(table, key) };
  readonly #sinceSeal = new FirstChanges(this.#undo, () => true);
  readonly #ofBlock = new FirstChanges(this.#undo, ({ brought }) => !brought);
  #bringing = false;

  get(table: string, key: string): StateValue | undefined {
    return this.#tables.get(table)?.get(key);
  }

  set(table: string, key: string, value: StateValue | undefined): void {
    const before = this.get(table, key);
    if (before === undefined && value === undefined) return;
    this.#undo.push({ table, key, value: before, brought: this.#bringing });
    this.#put(table, key, value);
  }

  /** Rows that are set meanwhile make the state another one: they don't count as written by the block that is executed on it. */
  bring(work: () => void): void {
    const outer = this.#bringing;
    this.#bringing = true;
    try {
      work();
    } finally {
      this.#bringing = outer;
    }
  }

  #put(table: string, key: string, value: StateValue | undefined): void {
    if (table === configTable) this.configVersion++;
    const rows = this.#tables.get(table);
    if (value !== undefined) {
      if (rows) rows.set(key, value);
      else this.#tables.set(table, new Map([[key, value]]));
    } else if (rows?.delete(key) && rows.size === 0) this.#tables.delete(table);
  }

  #sealed(table: string, key: string): StateValue | undefined {
    if (this.#undo.length === 0) return this.get(table, key);
    const change = this.#sinceSeal.of(table, key);
    return change ? change.value : this.get(table, key);
  }

  /** Whether the block that is executed wrote the row, if only with the value that it had. */
  isOfBlock(table: string, key: string): boolean {
    return this.#undo.length > 0 && this.#ofBlock.of(table, key) !== undefined;
  }

  #cut(): void {
    this.#sinceSeal.cut();
    this.#ofBlock.cut();
  }

  /** Keys of a table in no particular order. */
  keys(table: string): IterableIterator<string> {
    return (this.#tables.get(table) ?? new Map<string, StateValue>()).keys();
  }

  /** Told before the state goes back to a checkpoint. */
  reverting: ((checkpoint: number) => void) | undefined;

  /** Position to go back to. */
  checkpoint(): number {
    return this.#undo.length;
  }

  /** Undoes everything done since the checkpoint. */
  revert(checkpoint: number): void {
    if (checkpoint < this.#undo.length) this.reverting?.(checkpoint);
    while (this.#undo.length > checkpoint) {
      const { table, key, value } = this.#undo.pop() as StateChange;
      this.#put(table, key, value);
    }
    this.#cut();
  }

  /** The first change of each row since the checkpoint. */
  *#firstSince(checkpoint: number, until = this.#undo.length): IterableIterator<StateChange> {
    const seen = new Map<string, Set<string>>();
    for (let i = checkpoint; i < until; i++) {
      const change = this.#undo[i] as StateChange;
      const keys = seen.get(change.table);
      if (keys?.has(change.key)) continue;
      if (keys) keys.add(change.key);
      else seen.set(change.table, new Set([change.key]));
      yield change;
    }
  }

  /** The rows changed since the checkpoint with their present values, each once, in the order of their first change. */
  changesSince(checkpoint: number): StateChange[] {
    return Array.from(this.#firstSince(checkpoint), ({ table, key }) => ({ table, key, value: this.get(table, key) }));
  }

  /** The rows changed since the checkpoint with the values they had there: applying them leads back. */
  inverseSince(checkpoint: number): StateChange[] {
    return [...this.#firstSince(checkpoint)];
  }

  /** The rows changed between two checkpoints with the values they had at the second. */
  changesBetween(from: number, to: number): StateChange[] {
    const nameOf = ({ table, key }: StateChange): string => `${table}\0${key}`;
    const later = new Map(Array.from(this.#firstSince(to), (each) => [nameOf(each), each.value]));
    return Array.from(this.#firstSince(from, to), (each) => {
      const { table, key } = each;
      const name = nameOf(each);
      return { table, key, value: later.has(name) ? later.get(name) : this.get(table, key) };
    });
  }

  /**
   * Sets rows without a trace in the undo log: loading from disk, going back to an earlier block.
   * @throws Error while there is something to undo, which would bring back rows of another state.
   */
  apply(changes: readonly StateChange[]): void {
    if (this.#undo.length > 0) throw new Error("rows were applied to a state with changes that are not sealed");
    this.configVersion++;
    for (const { table, key, value } of changes) this.#put(table, key, value);
  }

  /** Makes what was done final: it can no longer be undone. */
  seal(): void {
    this.#undo.length = 0;
    this.#cut();
  }

  /** Forgets everything. */
  clear(): void {
    this.configVersion++;
    this.#tables.clear();
    this.#undo.length = 0;
    this.#cut();
  }

  /** Every row, for a state file. */
  *rows(): IterableIterator<StateChange> {
    for (const [table, rows] of this.#tables) for (const [key, value] of rows) yield { table, key, value };
  }
}
