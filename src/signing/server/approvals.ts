/** How long it counts that a person asked for bytes. */
const validMs = 3_600_000;
const maxHashes = 1000;

/** How many different people have to ask, and who counts; undefined: anyone. */
interface Needed {
  readonly persons: number;
  readonly by?: readonly string[] | undefined;
}

/** Who asked for which bytes: where a rule wants several persons, each has to ask for the very same. */
export class Approvals {
  readonly #byHash = new Map<string, Map<string, number>>();

  /** Notes that a person asks. @returns how many other persons are still needed */
  missing(hash: string, person: string, needed: readonly Needed[], now: Date): number {
    if (needed.every(({ persons }) => persons <= 1)) return 0;
    const at = now.getTime();
    const people = this.#byHash.get(hash) ?? new Map<string, number>();
    for (const [other, since] of people) if (at - since > validMs) people.delete(other);
    people.set(person, at);
    // What was asked for last stays.
    this.#byHash.delete(hash);
    this.#byHash.set(hash, people);
    const [oldest] = this.#byHash.keys();
    if (this.#byHash.size > maxHashes && oldest !== undefined) this.#byHash.delete(oldest);
    // Who may not ask by a rule doesn't count for it, whatever another rule lets them ask for.
    const counted = ({ by }: Needed): number => [...people.keys()].filter((each) => by?.includes(each) ?? true).length;
    return Math.max(0, ...needed.map((each) => each.persons - counted(each)));
  }

  /** Everyone who asked, this person with them. */
  peopleFor(hash: string, person: string): readonly string[] {
    return [...new Set([...(this.#byHash.get(hash)?.keys() ?? []), person])];
  }

  forget(hash: string): void {
    this.#byHash.delete(hash);
  }
}
