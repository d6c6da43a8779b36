import * as v from "valibot";

/** How long it counts that a person asked for bytes. */
const validMs = 3_600_000;
const maxHashes = 1000;
const maxCounters = 100_000;

/** How many different people have to ask, and who counts; undefined: any person. */
interface Needed {
  readonly persons: number;
  readonly by?: readonly string[] | undefined;
}

const amount = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,99})$/));
const stored = v.strictObject({
  version: v.literal(1),
  /** By key and hash: who asked, and when (ms since 1970). */
  approvals: v.record(v.string(), v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0)))),
  /** The day that is counted, and what its counters have come to. */
  day: v.pipe(v.string(), v.regex(/^(?:\d{4,6}-\d\d-\d\d)?$/)),
  counts: v.record(v.string(), amount),
});

/** What a signer has to know again after it was started anew: plain JSON. */
export type StoredState = v.InferOutput<typeof stored>;

/** Where it is kept. */
interface StateStore {
  /** Writes it whole or leaves it as it was. @throws what the disk says: nothing is signed then */
  save(state: StoredState): Promise<void>;
}

/** @throws where it isn't such a state: limits that were used up must not be forgotten by accident */
export const readState = (json: unknown): StoredState => v.parse(stored, json);

/**
 * Who asked for which bytes, where a rule wants several persons, each of whom has to ask for the very same; and what the counters of the
 * day have come to. What is noted is saved before any answer is given.
 */
export class SignerState {
  readonly #approvals = new Map<string, Map<string, number>>();
  readonly #counts = new Map<string, bigint>();
  #day = "";
  readonly #store: StateStore | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** @param people that the policy knows: whom it doesn't know any more doesn't count */
  constructor(store?: StateStore, given?: StoredState, people: readonly string[] = []) {
    this.#store = store;
    if (!given) return;
    for (const [bytes, who] of Object.entries(given.approvals))
      this.#approvals.set(bytes, new Map(Object.entries(who).filter(([person]) => people.includes(person))));
    this.#day = given.day;
    for (const [counter, count] of Object.entries(given.counts)) this.#counts.set(counter, BigInt(count));
  }

  /**
   * Notes that a person asks.
   * @param bytes key and hash
   * @returns how many other persons are still needed
   * @throws what saving throws
   */
  async missing(bytes: string, person: string, needed: readonly Needed[], now: Date): Promise<number> {
    if (needed.every(({ persons }) => persons <= 1)) return 0;
    const at = now.getTime();
    const people = this.#approvals.get(bytes) ?? new Map<string, number>();
    // What was noted by a clock that went ahead doesn't last longer.
    for (const [other, since] of people) if (Math.abs(at - since) > validMs) people.delete(other);
    people.set(person, at);
    // What was asked for last stays.
    this.#approvals.delete(bytes);
    this.#approvals.set(bytes, people);
    const [oldest] = this.#approvals.keys();
    if (this.#approvals.size > maxHashes && oldest !== undefined) this.#approvals.delete(oldest);
    await this.#save();
    // Who may not ask by a rule doesn't count for it, whatever another rule lets them ask for.
    const counted = ({ by }: Needed): number => [...people.keys()].filter((each) => by?.includes(each) ?? true).length;
    return Math.max(0, ...needed.map((each) => each.persons - counted(each)));
  }

  /** All who asked, this person with them. */
  peopleFor(bytes: string, person: string): readonly string[] {
    return [...new Set([...(this.#approvals.get(bytes)?.keys() ?? []), person])];
  }

  /** What a counter has come to on a day; a clock that was set back goes on with the day that was counted. */
  spent(counter: string, day: string): bigint {
    return day > this.#day ? 0n : (this.#counts.get(counter) ?? 0n);
  }

  /**
   * Counts what is about to be signed, and forgets who asked for it. It is counted before anything waits, and stays counted whether the
   * signature is given or not.
   * @throws what saving throws; RangeError where there are more counters than are kept
   */
  async charge(bytes: string, charges: ReadonlyMap<string, bigint>, day: string): Promise<void> {
    const known = this.#approvals.delete(bytes);
    if (charges.size === 0 && !known) return;
    if (charges.size > 0 && day > this.#day) {
      this.#counts.clear();
      this.#day = day;
    }
    for (const [counter, count] of charges) this.#counts.set(counter, (this.#counts.get(counter) ?? 0n) + count);
    if (this.#counts.size > maxCounters) throw new RangeError("counters");
    await this.#save();
  }

  /** One after the other, each with what is known by then. */
  #save(): Promise<void> {
    const store = this.#store;
    if (!store) return Promise.resolve();
    const saved = this.#saving.then(() => store.save(this.#stored()));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  #stored(): StoredState {
    const approvals = Object.fromEntries([...this.#approvals].map(([key, who]) => [key, Object.fromEntries(who)]));
    const counts = Object.fromEntries([...this.#counts].map(([counter, count]) => [counter, String(count)]));
    return { version: 1, approvals, day: this.#day, counts };
  }
}
