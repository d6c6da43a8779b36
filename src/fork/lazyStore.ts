import { accountTable, noAccount } from "../devchain/execution/flatStateManager";
import { WorkStopped } from "../devchain/execution/timeSlice";
import { StateStore, type StateValue } from "../devchain/state/stateStore";

/** A row that was asked for and isn't there yet: execution stops, and begins again once it was fetched. */
export class MissingRow extends WorkStopped {
  readonly table: string;
  readonly key: string;

  constructor(table: string, key: string) {
    super();
    this.table = table;
    this.key = key;
  }
}

/** What was fetched of the chain, and what is assumed in its place. */
export class FetchedRows {
  readonly #rows = new Map<string, Map<string, StateValue>>();

  get(table: string, key: string): StateValue | undefined {
    return this.#rows.get(table)?.get(key);
  }

  set(table: string, key: string, value: StateValue): void {
    const rows = this.#rows.get(table);
    if (rows) rows.set(key, value);
    else this.#rows.set(table, new Map([[key, value]]));
  }
}

/** Storage has a table for each address. */
export const isStorage = (table: string): boolean => /^[0-9a-f]{40}$/.test(table);

const nothing = new Uint8Array(0);
/** A state whose accounts and storage are fetched when they are asked for the first time. Everything else is its own. */
export class LazyStore extends StateStore {
  readonly #fetched: FetchedRows;
  /** Words of slots in the place of those that were fetched, by `address slot`. */
  readonly #assumed: ReadonlyMap<string, Uint8Array>;
  /** Contracts that were made here: nothing of them was there before. */
  readonly #made = new Set<string>();
  /** Slots whose fetched word was looked at before they were written, as `address slot`. */
  readonly read = new Set<string>();
  #writing = false;

  constructor(fetched: FetchedRows, assumed: ReadonlyMap<string, Uint8Array> = new Map()) {
    super();
    this.#fetched = fetched;
    this.#assumed = assumed;
  }

  /** From now on nothing of the account is fetched. */
  make(address: string): void {
    this.#made.add(address);
  }

  /** @throws MissingRow for what has to be fetched first. */
  override get(table: string, key: string): StateValue | undefined {
    const own = super.get(table, key);
    if (own !== undefined || this.#writing) return own;
    const ofStorage = isStorage(table);
    if (!ofStorage && table !== accountTable) return this.#fetched.get(table, key);
    if (this.#made.has(ofStorage ? table : key)) return undefined;
    const found = this.#fetched.get(table, key);
    if (found === undefined) throw new MissingRow(table, key);
    if (!ofStorage) return found;
    const name = `${table} ${key}`;
    this.read.add(name);
    return this.#assumed.get(name) ?? found;
  }

  /** What is emptied stays there as empty: without a row it would be fetched again. */
  override set(table: string, key: string, value: StateValue | undefined): void {
    this.#writing = true;
    try {
      super.set(table, key, value ?? (isStorage(table) ? nothing : table === accountTable ? noAccount : undefined));
    } finally {
      this.#writing = false;
    }
  }

  /** The slots of an account that were read: what others had before they were written isn't known. All keys of any other table. */
  override keys(table: string): IterableIterator<string> {
    if (!isStorage(table) || this.#made.has(table)) return super.keys(table);
    const prefix = `${table} `;
    const read = [...this.read].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    return new Set([...read, ...super.keys(table)]).values();
  }

  /** Slots that were written and not taken back, with what they hold now. */
  *written(): IterableIterator<{ readonly table: string; readonly key: string; readonly value: Uint8Array }> {
    for (const { table, key, value } of this.rows()) {
      if (isStorage(table) && !this.#made.has(table) && value instanceof Uint8Array) yield { table, key, value };
    }
  }
}

/** What an execution has looked at and changed: rows as `table key`, `table *` for a table of which all keys were asked. */
export interface Footprint {
  readonly read: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

/** A state that notes what is read of it, while the user wants to know. */
export class WatchedStore extends StateStore {
  #read: Set<string> | undefined;
  #writing = false;

  override get(table: string, key: string): StateValue | undefined {
    if (!this.#writing) this.#read?.add(`${table} ${key}`);
    return super.get(table, key);
  }

  override set(table: string, key: string, value: StateValue | undefined): void {
    this.#writing = true;
    try {
      super.set(table, key, value);
    } finally {
      this.#writing = false;
    }
  }

  override keys(table: string): IterableIterator<string> {
    this.#read?.add(`${table} *`);
    return super.keys(table);
  }

  /** Does work and notes what it looks at and changes. Changes that were taken back count as none. */
  async watch<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly footprint: Footprint }> {
    const read = new Set<string>();
    const outer = this.#read;
    this.#read = read;
    const checkpoint = this.checkpoint();
    try {
      const result = await work();
      const written = new Set(this.changesSince(checkpoint).map(({ table, key }) => `${table} ${key}`));
      return { result, footprint: { read, written } };
    } finally {
      this.#read = outer;
    }
  }
}
