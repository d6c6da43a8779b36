import type { SeenTransaction } from "../../../pages/records/seenTransaction";

/** So many of a group are kept; those that were seen first go first. */
const maxSeen = 2000;

/** What was shown of transactions of a group: no node lists them by address. */
export class SeenTransactions {
  readonly #byHash = new Map<string, SeenTransaction>();

  note(transactions: readonly SeenTransaction[]): void {
    for (const each of transactions) {
      const known = this.#byHash.get(each.hash);
      this.#byHash.delete(each.hash);
      this.#byHash.set(each.hash, { ...known, ...each });
    }
    for (const hash of this.#byHash.keys()) {
      if (this.#byHash.size <= maxSeen) break;
      this.#byHash.delete(hash);
    }
  }

  /** Those of an address: sent by it, to it, or that made it. */
  of(address: string): SeenTransaction[] {
    const wanted = address.toLowerCase();
    return [...this.#byHash.values()].filter(({ from, to, contractAddress }) =>
      [from, to, contractAddress].some((each) => each?.toLowerCase() === wanted),
    );
  }
}
