import { StateStore, type StateValue } from "../devchain/state/stateStore";

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
