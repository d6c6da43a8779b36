import { numberOfBytes } from "../../crypto/bytes/bigEndian";

const maxPreimages = 200_000;
const maxPreimageLength = 4096;
/** What stands under a key of a mapping, or in a list, takes no more slots behind the hash. */
const span = 1n << 32n;

interface OfAccount {
  readonly preimages: Map<bigint, Uint8Array>;
  readonly touched: Set<bigint>;
  places: Map<bigint, Uint8Array> | undefined;
}

/** The last of the sorted numbers that is not above. */
function lastUpTo(sorted: readonly bigint[], number: bigint): bigint | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0n) <= number) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/**
 * What was hashed in an execution, by the account in whose storage it ran: slots of mappings are small numbers, so that the keys of one
 * contract would be those of the others, and whatever ends in a small number would be a key. A hash counts where a slot at or behind it was
 * read or written, or where another hash that counts began with it.
 */
export class AccountHashes {
  readonly #accounts = new Map<string, OfAccount>();
  #count = 0;

  #of(address: string): OfAccount {
    let found = this.#accounts.get(address);
    if (!found) {
      found = { preimages: new Map(), touched: new Set(), places: undefined };
      this.#accounts.set(address, found);
    }
    return found;
  }

  hashed(address: string, hash: bigint, preimage: Uint8Array): void {
    if (preimage.length < 32 || preimage.length > maxPreimageLength || this.#count >= maxPreimages) return;
    this.#count++;
    const account = this.#of(address);
    account.preimages.set(hash, preimage);
    account.places = undefined;
  }

  touched(address: string, slot: bigint): void {
    const account = this.#of(address);
    account.touched.add(slot);
    account.places = undefined;
  }

  placesOf(address: string): ReadonlyMap<bigint, Uint8Array> {
    const account = this.#of(address);
    account.places ??= places(account);
    return account.places;
  }
}

function places({ preimages, touched }: OfAccount): Map<bigint, Uint8Array> {
  const sorted = [...preimages.keys()].sort((left, right) => (left < right ? -1 : 1));
  const used = new Set<bigint>();
  const waiting = [...touched];
  for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
    const hash = lastUpTo(sorted, slot);
    if (hash === undefined || slot - hash >= span || used.has(hash)) continue;
    used.add(hash);
    waiting.push(numberOfBytes((preimages.get(hash) as Uint8Array).subarray(-32)));
  }
  // in the order in which they were hashed
  return new Map([...preimages].filter(([hash]) => used.has(hash)));
}
