/** What the account record of a contract or a person holds besides its storage. Never changed in place. */
export interface AccountRecord {
  readonly nonce: bigint;
  readonly balance: bigint;
  /** 64 hex digits, or empty when there is no code. */
  readonly codeHash: string;
}

/** A cell of the state. Values are never changed in place, so that the undo log can keep them. */
export type StateValue = string | Uint8Array | AccountRecord;

/** One change, as the undo log and the block log keep it. `undefined` means that the row is not there. */
export interface StateChange {
  readonly table: string;
  readonly key: string;
  readonly value: StateValue | undefined;
}

/** The system configuration (precompiles.md, "SystemConfig"). */
export const configTable = "s_config";

interface Undo {
  readonly table: string;
  readonly key: string;
  readonly before: StateValue | undefined;
}

/**
 * The whole state of a group: named tables of rows, flat in memory, with an undo log. A checkpoint is a position in the
 * log, so taking one costs nothing and going back costs what was changed since (docs/devchain.md, "State").
 */
export class StateStore {
  #tables = new Map<string, Map<string, StateValue>>();
  #undo: Undo[] = [];
  /** Rises whenever a row of the system configuration changes, forth or back: what was read of it holds until then. */
  configVersion = 0;

  get(table: string, key: string): StateValue | undefined {
    return this.#tables.get(table)?.get(key);
  }

  set(table: string, key: string, value: StateValue | undefined): void {
    let rows = this.#tables.get(table);
    if (!rows) {
      if (value === undefined) return;
      rows = new Map();
      this.#tables.set(table, rows);
    }
    const before = rows.get(key);
    if (before === undefined && value === undefined) return;
    this.#undo.push({ table, key, before });
    if (table === configTable) this.configVersion++;
    if (value === undefined) rows.delete(key);
    else rows.set(key, value);
  }

  /** Keys of a table in no particular order. */
  keys(table: string): IterableIterator<string> {
    return (this.#tables.get(table) ?? new Map<string, StateValue>()).keys();
  }

  hasRows(table: string): boolean {
    return (this.#tables.get(table)?.size ?? 0) > 0;
  }

  /** Position to go back to. */
  checkpoint(): number {
    return this.#undo.length;
  }

  /** Undoes everything done since the checkpoint. */
  revert(checkpoint: number): void {
    while (this.#undo.length > checkpoint) {
      const { table, key, before } = this.#undo.pop() as Undo;
      if (table === configTable) this.configVersion++;
      const rows = this.#tables.get(table);
      if (!rows) continue;
      if (before === undefined) {
        rows.delete(key);
        if (rows.size === 0) this.#tables.delete(table);
      } else rows.set(key, before);
    }
  }

  /** The rows changed since the checkpoint with their present values, each once, in the order of their first change. */
  changesSince(checkpoint: number): StateChange[] {
    const seen = new Set<string>();
    const changes: StateChange[] = [];
    for (let i = checkpoint; i < this.#undo.length; i++) {
      const { table, key } = this.#undo[i] as Undo;
      const id = `${table}\0${key}`;
      if (seen.has(id)) continue;
      seen.add(id);
      changes.push({ table, key, value: this.get(table, key) });
    }
    return changes;
  }

  /** The rows changed since the checkpoint with the values they had there: applying them leads back. */
  inverseSince(checkpoint: number): StateChange[] {
    const seen = new Set<string>();
    const changes: StateChange[] = [];
    for (let i = checkpoint; i < this.#undo.length; i++) {
      const { table, key, before } = this.#undo[i] as Undo;
      const id = `${table}\0${key}`;
      if (seen.has(id)) continue;
      seen.add(id);
      changes.push({ table, key, value: before });
    }
    return changes;
  }

  /** Sets rows without a trace in the undo log: loading from disk, going back to an earlier block. */
  apply(changes: readonly StateChange[]): void {
    this.configVersion++;
    for (const { table, key, value } of changes) {
      let rows = this.#tables.get(table);
      if (value === undefined) {
        rows?.delete(key);
        if (rows?.size === 0) this.#tables.delete(table);
        continue;
      }
      if (!rows) {
        rows = new Map();
        this.#tables.set(table, rows);
      }
      rows.set(key, value);
    }
  }

  /** Makes what was done final: it can no longer be undone. */
  seal(): void {
    this.#undo.length = 0;
  }

  /** Forgets everything. */
  clear(): void {
    this.configVersion++;
    this.#tables.clear();
    this.#undo.length = 0;
  }

  /** Every row, for a state file. */
  *rows(): IterableIterator<StateChange> {
    for (const [table, rows] of this.#tables) for (const [key, value] of rows) yield { table, key, value };
  }
}
