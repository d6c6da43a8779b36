import { bytesToKey } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { t } from "../../text/catalogue";
import { NotAvailable, type StateView } from "../values/value";

/** Where words of an account come from. */
export interface WordSource {
  /** All words of the account that are not 0, where they can be had together. */
  whole(signal?: AbortSignal): Promise<ReadonlyMap<bigint, bigint> | undefined>;
  /** @throws ChainError */
  words(slots: readonly bigint[], signal?: AbortSignal): Promise<ReadonlyMap<bigint, bigint>>;
}

/** So much is fetched of one account, however large its values say that they are. */
const max = { slots: 4096, rounds: 200, textBytes: 4096 };

/** Storage of an account that is fetched as it is needed. */
export class AccountStorage {
  readonly address: string;
  readonly view: StateView;
  /** Slots that were looked at. */
  readonly read = new Set<bigint>();
  /** Keys of mappings that are shown. */
  readonly preimages = new Map<bigint, Uint8Array>();
  /** There was more to fetch than is fetched. */
  tooMuch = false;
  #whole: ReadonlyMap<bigint, bigint> | undefined;
  readonly #known = new Map<bigint, bigint>();
  readonly #wanted = new Set<bigint>();
  readonly #source: WordSource;

  constructor(address: string, suite: CryptoSuite, source: WordSource) {
    this.address = address;
    this.#source = source;
    const hashes = new Map<string, Uint8Array>();
    this.view = {
      maxBytes: max.textBytes,
      expect: (of, slot, count) => {
        if (of !== address) return;
        for (let i = 0; i < Math.min(count, max.slots); i++) this.#word(slot + BigInt(i));
      },
      storage: (of, slot, transient) => {
        if (transient) throw new NotAvailable(t("lasts as long as a transaction"));
        const word = of === address ? this.#word(slot) : undefined;
        if (word === undefined) throw new NotAvailable(t("not fetched"));
        return word;
      },
      memory: () => {
        throw new NotAvailable(t("not in storage"));
      },
      calldata: new Uint8Array(0),
      hash: (bytes) => {
        const key = bytesToKey(bytes.subarray(0, 4096));
        let hash = bytes.length > 4096 ? undefined : hashes.get(key);
        if (!hash) {
          hash = suite.hash(bytes);
          if (hashes.size < 100_000) hashes.set(key, hash);
        }
        return hash;
      },
      preimages: this.preimages,
      functionName: () => undefined,
    };
  }

  /** All of the account, where it is known. */
  get whole(): ReadonlyMap<bigint, bigint> | undefined {
    return this.#whole;
  }

  #word(slot: bigint): bigint | undefined {
    const at = BigInt.asUintN(256, slot);
    this.read.add(at);
    const word = this.#whole ? (this.#whole.get(at) ?? 0n) : this.#known.get(at);
    if (word === undefined) this.#wanted.add(at);
    return word;
  }

  /**
   * Does the work again and again, until everything that it looks at is there.
   * @throws the signal's reason; ChainError of the chain.
   */
  async settle<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    this.#whole ??= await this.#source.whole(signal);
    for (let round = 0; ; round++) {
      signal?.throwIfAborted();
      this.#wanted.clear();
      const result = work();
      const room = max.slots - this.#known.size;
      const wanted = [...this.#wanted].slice(0, Math.max(0, room));
      if (wanted.length < this.#wanted.size || round >= max.rounds) this.tooMuch = true;
      if (wanted.length === 0 || round >= max.rounds) return result;
      for (const [slot, word] of await this.#source.words(wanted, signal)) this.#known.set(slot, word);
      // what was not answered isn't asked for again
      for (const slot of wanted) if (!this.#known.has(slot)) this.#known.set(slot, 0n);
    }
  }
}
