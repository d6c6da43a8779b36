import { deepStrictEqual, strictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { StateHistory } from "../../../../src/devchain/ledger/stateHistory";
import { configTable, type StateChange, StateStore, type StateValue } from "../../../../src/devchain/state/stateStore";

// The state store against a plain copy: whatever is written, undone, sealed and gone back to, both hold the same rows.

const tables = ["aa", "bb", "a\0", "t:/tables/x", configTable] as const;
const keys = ["0", "1", "2", "\0", "b\0c"] as const;

/** The state as no one would keep it: all rows by the JSON of table and key, copied whole at every checkpoint. */
type Rows = Map<string, StateValue>;
const idOf = (table: string, key: string): string => JSON.stringify([table, key]);

interface Block {
  readonly number: number;
  readonly before: Rows;
}

class Pair {
  readonly store = new StateStore();
  readonly history = new StateHistory(this.store);
  rows: Rows = new Map();
  /** Checkpoints taken since the last seal. */
  open: { readonly at: number; readonly rows: Rows }[] = [];
  blocks: Block[] = [];
  snapshots: { readonly id: string; readonly head: number }[] = [];
  head = 0;
  sealed: Rows = new Map();

  set(table: string, key: string, value: StateValue | undefined): void {
    this.store.set(table, key, value);
    if (value === undefined) this.rows.delete(idOf(table, key));
    else this.rows.set(idOf(table, key), value);
  }

  checkpoint(): void {
    this.open.push({ at: this.store.checkpoint(), rows: new Map(this.rows) });
  }

  /** Back to one of the open checkpoints, which closes it and the younger ones. */
  revert(choice: number): void {
    if (this.open.length === 0) return;
    const index = choice % this.open.length;
    const { at, rows } = this.open[index] as (typeof this.open)[number];
    this.store.revert(at);
    this.rows = new Map(rows);
    this.open.length = index;
  }

  /** Everything since the last seal becomes a block. */
  seal(): void {
    this.checkChanges(0, this.sealed);
    this.history.remember(++this.head, 0);
    this.blocks.push({ number: this.head, before: this.sealed });
    this.store.seal();
    this.open = [];
    this.sealed = new Map(this.rows);
  }

  snapshot(): void {
    this.seal();
    this.snapshots.push({ id: this.history.snapshot(this.head), head: this.head });
  }

  devRevert(choice: number): void {
    if (this.snapshots.length === 0) return;
    const index = choice % this.snapshots.length;
    const { id, head } = this.snapshots[index] as (typeof this.snapshots)[number];
    this.store.revert(0);
    expect(this.history.takeSnapshot(id)).toBe(head);
    this.history.rewind(head);
    this.snapshots.length = index;
    while ((this.blocks.at(-1)?.number ?? 0) > head) this.rows = this.blocks.pop()?.before ?? new Map();
    if (head === this.head) this.rows = new Map(this.sealed);
    this.sealed = new Map(this.rows);
    this.rows = new Map(this.rows);
    this.head = head;
    this.open = [];
  }

  /** Looks at the state before an older block, as a trace does, and comes back. */
  visit(choice: number): void {
    const block = this.blocks[choice % (this.blocks.length || 1)];
    if (!block) return;
    this.store.revert(0);
    this.rows = new Map(this.sealed);
    this.open = [];
    const checkpoint = this.store.checkpoint();
    this.history.visit(block.number);
    this.check(block.before);
    this.store.set("aa", "0", "visited");
    this.store.set("bb", "1", undefined);
    this.store.revert(checkpoint);
  }

  /** Loads the whole state into a store of its own. */
  reload(): void {
    const other = new StateStore();
    other.apply([...this.store.rows()]);
    deepStrictEqual(listed(other), listed(this.store));
  }

  check(rows: Rows = this.rows): void {
    const { store } = this;
    for (const table of tables) {
      const held = keys.filter((key) => rows.has(idOf(table, key)));
      deepStrictEqual([...store.keys(table)].sort(), [...held].sort());
      for (const key of keys) {
        strictEqual(store.get(table, key), rows.get(idOf(table, key)));
        strictEqual(store.sealed.get(table, key), this.sealed.get(idOf(table, key)));
      }
    }
    deepStrictEqual(listed(store), new Map(rows));
  }

  /** What the store says has changed leads from the one copy to the other, and back. */
  checkChanges(checkpoint: number, before: Rows): void {
    const applied = (rows: Rows, changes: readonly StateChange[]): Rows => {
      const after = new Map(rows);
      for (const { table, key, value } of changes) {
        if (value === undefined) after.delete(idOf(table, key));
        else after.set(idOf(table, key), value);
      }
      strictEqual(new Set(changes.map(({ table, key }) => idOf(table, key))).size, changes.length);
      return after;
    };
    deepStrictEqual(applied(before, this.store.changesSince(checkpoint)), this.rows);
    deepStrictEqual(applied(this.rows, this.store.inverseSince(checkpoint)), before);
  }
}

const listed = (store: StateStore): Rows =>
  new Map([...store.rows()].map(({ table, key, value }) => [idOf(table, key), value as StateValue]));

const value: fc.Arbitrary<StateValue> = fc.oneof(
  fc.constantFrom("", "0", "words"),
  fc.uint8Array({ maxLength: 2 }),
  fc.record({ nonce: fc.bigInt(0n, 2n), balance: fc.bigInt(0n, 2n), codeHash: fc.constant("") }),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant("set"), fc.constantFrom(...tables), fc.constantFrom(...keys), value) },
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constant("delete"),
      fc.constantFrom(...tables),
      fc.constantFrom(...keys),
      fc.constant(undefined),
    ),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant("checkpoint")) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("revert"), fc.nat(5)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom("seal", "snapshot", "reload")) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("devRevert", "visit"), fc.nat(20)) },
);

/** What the steps do, by their names. */
const plays: Readonly<Record<string, (pair: Pair, ...rest: never[]) => void>> = {
  set: (pair, table: string, key: string, value: StateValue) => pair.set(table, key, value),
  delete: (pair, table: string, key: string) => pair.set(table, key, undefined),
  checkpoint: (pair) => pair.checkpoint(),
  revert: (pair, choice: number) => pair.revert(choice),
  seal: (pair) => pair.seal(),
  snapshot: (pair) => pair.snapshot(),
  reload: (pair) => pair.reload(),
  devRevert: (pair, choice: number) => pair.devRevert(choice),
  visit: (pair, choice: number) => pair.visit(choice),
};

/** More of them by hand: `STATE_RUNS=20000 npx vitest run --project unit test/unit/devchain/state`. */
const runs = Number(process.env["STATE_RUNS"] ?? 150);

test("whatever happens to it, the state is what a plain copy is", { timeout: 900_000 + runs * 100 }, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
      const pair = new Pair();
      for (const one of steps) {
        plays[one[0]]?.(pair, ...(one.slice(1) as never[]));
        pair.check();
        for (const { at, rows } of pair.open) pair.checkChanges(at, rows);
      }
      // and all the way back
      while (pair.open.length > 0) {
        pair.revert(pair.open.length - 1);
        pair.check();
      }
    }),
    { numRuns: runs, ...(runs === 150 ? { seed: 11 } : {}) },
  );
});

test("a table that is emptied and written again has its old rows back after a revert", () => {
  const store = new StateStore();
  store.set("aa", "1", "old");
  store.seal();
  const checkpoint = store.checkpoint();
  store.set("aa", "1", undefined);
  store.set("aa", "1", "new");
  store.revert(checkpoint);
  expect(store.get("aa", "1")).toBe("old");
});

test("the version of the configuration changes with every row of it, back too", () => {
  const store = new StateStore();
  const versions = [store.configVersion];
  store.set(configTable, "a", "1");
  versions.push(store.configVersion);
  store.revert(0);
  versions.push(store.configVersion);
  store.apply([{ table: configTable, key: "a", value: "2" }]);
  versions.push(store.configVersion);
  store.clear();
  versions.push(store.configVersion);
  expect(new Set(versions).size).toBe(versions.length);
});

test("rows are not loaded into a state that has something to undo", () => {
  const store = new StateStore();
  store.set("aa", "1", "x");
  expect(() => store.apply([])).toThrow("not sealed");
});
