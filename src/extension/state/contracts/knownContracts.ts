import * as vscode from "vscode";
import type { SourceNotes } from "../../../chain/artifact/sourceNotes";
import type { ContractProxy } from "../../../chain/proxy/contractProxy";
import { contractTitle } from "../../../chain/proxy/contractProxy";
import type { Address } from "../../../crypto/bytes/hex";
import type { ChainGroup } from "../connections/chainGroup";

/** A contract that the user has had to do with on one chain. */
export interface KnownContract {
  readonly address: Address;
  readonly name: string;
  /** ABI text. */
  readonly abi: string;
  /** What its source says beyond the ABI, where that is known. */
  readonly notes?: SourceNotes;
  /** Its interface comes from here (an artifact, a user's own words) and not from a node. */
  readonly own?: boolean;
  /** Tells the code apart from which it was deployed here: a library of the same code is deployed once. */
  readonly code?: string;
  /** Block of the deployment, when it was made from here. */
  readonly block?: number;
  /** It runs another contract's code, as was found when it was looked at last. */
  readonly proxy?: ContractProxy;
}

const maxNotesLength = 64 * 1024;

/** Characters of all contracts: the editor reads them at each start. ABIs of some thousand contracts. */
const maxMemoryLength = 8 * 1024 * 1024;

const storageKey = "chainside.contracts";

type ByChain = Readonly<Record<string, readonly KnownContract[]>>;

/**
 * As much as has a place. Chains whose contracts changed longest ago come first in the record and go first; of the last one, the contracts
 * that were remembered longest ago.
 */
function withinMemory(all: ByChain): ByChain {
  let left = maxMemoryLength;
  const kept: (readonly [string, readonly KnownContract[]])[] = [];
  for (const [chainKey, contracts] of Object.entries(all).reverse()) {
    const own: KnownContract[] = [];
    for (const contract of contracts) {
      left -= JSON.stringify(contract).length;
      if (left < 0 && kept.length + own.length > 0) break;
      own.push(contract);
    }
    if (own.length > 0) kept.unshift([chainKey, own]);
    if (left < 0) break;
  }
  return Object.fromEntries(kept);
}

/** Contracts deployed or added from here, remembered for each chain and group. */
export class KnownContracts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<string>();
  /** The key of the chain whose contracts changed. */
  readonly onDidChange = this.#changed.event;
  readonly #deployed = new vscode.EventEmitter<{ readonly chainKey: string; readonly address: Address }>();
  /** A contract was deployed from here, and is in the list. */
  readonly onDidDeploy = this.#deployed.event;

  constructor(private readonly memory: vscode.Memento) {}

  get #all(): ByChain {
    return this.memory.get(storageKey, {});
  }

  /** Newest first. */
  list(group: ChainGroup): readonly KnownContract[] {
    return this.#all[group.chainKey] ?? [];
  }

  find(group: ChainGroup, address: string): KnownContract | undefined {
    return this.list(group).find((contract) => contract.address === address.toLowerCase());
  }

  /** How a contract of the list is shown: a proxy with the name of what it runs. Asks no node. */
  titleOf(group: ChainGroup, contract: Pick<KnownContract, "name" | "address" | "proxy">): string {
    return contractTitle(contract, contract.proxy, (address) => this.find(group, address)?.name);
  }

  /** The same of an address; undefined where it isn't in the list. */
  titleAt(group: ChainGroup, address: string): string | undefined {
    const contract = this.find(group, address);
    return contract && this.titleOf(group, contract);
  }

  /** What a contract of the list was found to run. The place in the list stays. */
  async noteProxy(group: ChainGroup, address: Address, proxy: ContractProxy | undefined): Promise<void> {
    const before = this.find(group, address);
    if (!before || JSON.stringify(before.proxy) === JSON.stringify(proxy)) return;
    await this.#store(
      group.chainKey,
      this.list(group).map((known) => {
        if (known !== before) return known;
        const { proxy: _, ...rest } = known;
        return proxy ? { ...rest, proxy } : rest;
      }),
    );
  }

  async remember(group: ChainGroup, { notes, ...given }: KnownContract): Promise<void> {
    // The editor's memory is read whole at each start: comments of any length have no place there.
    const fits = notes !== undefined && JSON.stringify(notes).length <= maxNotesLength;
    const contract: KnownContract = fits ? { ...given, notes } : given;
    const address = contract.address.toLowerCase() as Address;
    const others = this.list(group).filter((known) => known.address !== address);
    await this.#store(group.chainKey, [{ ...contract, address }, ...others]);
    if (contract.block !== undefined) this.#deployed.fire({ chainKey: group.chainKey, address });
  }

  async forget(group: ChainGroup, address: string): Promise<void> {
    await this.#store(
      group.chainKey,
      this.list(group).filter((known) => known.address !== address.toLowerCase()),
    );
  }

  /** The place in the list stays. */
  async rename(group: ChainGroup, address: string, name: string): Promise<void> {
    await this.#store(
      group.chainKey,
      this.list(group).map((known) => (known.address === address.toLowerCase() ? { ...known, name } : known)),
    );
  }

  /** A chain that began anew has none of its old contracts. */
  async forgetAll(group: ChainGroup): Promise<void> {
    if (this.list(group).length > 0) await this.#store(group.chainKey, []);
  }

  async #store(chainKey: string, contracts: readonly KnownContract[]): Promise<void> {
    const { [chainKey]: _, ...others } = this.#all;
    await this.memory.update(storageKey, withinMemory({ ...others, [chainKey]: contracts }));
    this.#changed.fire(chainKey);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#deployed.dispose();
  }
}
