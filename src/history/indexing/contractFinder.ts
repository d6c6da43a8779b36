import type { RequestOptions } from "../../chain/client/client";
import type { ChainSession } from "../../chain/session";
import { inParallel } from "../../time/inParallel";
import type { StoreTransaction } from "../store/historyStore";
import { addressesOf, type WholeBlock } from "./blockRows";
import { type ContractFinding, type GivenAbi, lookUpContract } from "./contractLookUp";
import type { ContractRegistry } from "./contractRegistry";

/** Addresses that a node is asked about at once. */
const atOnce = 16;

/** Asks the chain what reads calls and events of addresses, and hands it over to the registry. */
export class ContractFinder {
  readonly #findings = new Map<string, ContractFinding>();
  /** Proxies by the beacon that says which code they run. */
  readonly #behind = new Map<string, Set<string>>();
  /** Those that an index has from before this program began are asked about once. */
  #knowsBeacons = false;
  /** Found anew though no block names them: the beacon of a proxy was upgraded. */
  readonly #again = new Set<string>();

  constructor(
    private readonly session: ChainSession,
    private readonly registry: ContractRegistry,
    private readonly given: readonly GivenAbi[],
    private readonly requests: RequestOptions,
  ) {}

  /** Finds out what reads addresses that nothing is known of here. @throws ChainError what a request throws */
  async lookUp(addresses: readonly string[]): Promise<void> {
    const unknown = addresses.filter((address) => !this.#findings.has(address));
    for (let at = 0; at < unknown.length; at += atOnce) {
      const some = unknown.slice(at, at + atOnce);
      await Promise.all(
        some.map(async (address) => {
          this.#findings.set(address, await this.#ask(address));
        }),
      );
    }
  }

  async #ask(address: string): Promise<ContractFinding> {
    const finding = await lookUpContract(this.session, address, this.given, this.requests);
    const { guidedBy } = finding;
    if (guidedBy !== undefined && guidedBy !== address)
      this.#behind.set(guidedBy, (this.#behind.get(guidedBy) ?? new Set()).add(address));
    return finding;
  }

  /** The proxies of what said that it was upgraded, where that isn't one itself. */
  async #proxiesOf(upgraded: Iterable<string>): Promise<string[]> {
    const beacons = [...upgraded].filter((address) => this.#findings.get(address)?.guidedBy === undefined);
    if (beacons.length > 0 && !this.#knowsBeacons) {
      this.#knowsBeacons = true;
      await inParallel(this.registry.readByChain, atOnce, (address) => this.#ask(address));
    }
    return beacons.flatMap((address) => [...(this.#behind.get(address) ?? [])]);
  }

  /** The same, whatever was found before. */
  lookUpAgain(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) this.#findings.delete(address);
    return this.lookUp(addresses);
  }

  /** Looks up what blocks name for the first time; what a transaction makes may have got an ABI just then. */
  async lookUpNew(blocks: readonly WholeBlock[]): Promise<void> {
    const wanted = new Set<string>();
    const pointed = new Set<string>();
    for (const block of blocks) {
      const { contracts, made, upgraded } = addressesOf(block);
      for (const address of contracts) if (!this.registry.contract(address)) wanted.add(address);
      for (const address of made) {
        if (this.registry.contract(address)?.source !== "none") continue;
        this.#findings.delete(address);
        wanted.add(address);
      }
      // Newer code has functions and events of its own.
      for (const address of upgraded) {
        this.#findings.delete(address);
        wanted.add(address);
        pointed.add(address);
      }
    }
    await this.lookUp([...wanted]);
    const proxies = await this.#proxiesOf(pointed);
    for (const address of proxies) this.#again.add(address);
    await this.lookUpAgain(proxies);
  }

  finding(address: string): ContractFinding {
    return this.#findings.get(address) ?? { source: "none" };
  }

  /** Whether something was found that the registry wasn't told yet. */
  hasNew(blocks: readonly WholeBlock[]): boolean {
    return this.#toPut(blocks).some((address) => this.#findings.has(address));
  }

  /** Tells the registry what was found of addresses of blocks. Gives those that are read in another way than before. */
  async putFound(transaction: StoreTransaction, blocks: readonly WholeBlock[]): Promise<string[]> {
    const again: string[] = [];
    for (const address of this.#toPut(blocks)) {
      const finding = this.#findings.get(address);
      if (finding && (await this.registry.put(transaction, address, finding))) again.push(address);
      this.#findings.delete(address);
      this.#again.delete(address);
    }
    return again;
  }

  #toPut(blocks: readonly WholeBlock[]): string[] {
    return [...new Set([...blocks.flatMap((block) => [...addressesOf(block).contracts]), ...this.#again])];
  }
}
