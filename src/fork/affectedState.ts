import type { TransactionReceipt } from "../chain/rpc/receiptSchema";
import { addressDigits, bytesToHexDigits } from "../crypto/bytes/hex";
import { accountTable, readCode } from "../devchain/execution/flatStateManager";
import { configTable } from "../devchain/state/stateStore";
import type { ReplayTransaction } from "./chainBlocks";
import { type Footprint, isStorage, type WatchedStore } from "./lazyStore";

/** So much is looked through to see which contracts one may reach. */
const max = { contracts: 2000, characters: 64 * 1024 * 1024 };

const tableOf = (row: string): string => row.slice(0, row.indexOf(" "));
const keyOf = (row: string): string => row.slice(row.indexOf(" ") + 1);
/** Addresses that an execution has looked at: accounts and storage. */
function addressesOf({ read, written }: Footprint): Set<string> {
  const found = new Set<string>();
  for (const row of [...read, ...written]) {
    const table = tableOf(row);
    if (table === accountTable) found.add(keyOf(row));
    else if (isStorage(table)) found.add(table);
  }
  return found;
}

/**
 * What of a rebuilt state may be otherwise on the chain, because transactions came out otherwise. It errs to one side: what it doesn't name
 * is the chain's. Storage counts by account; of accounts without code and of built-in contracts only rows that were written count.
 */
export class AffectedState {
  readonly #store: WatchedStore;
  readonly #accounts = new Set<string>();
  readonly #rows = new Set<string>();
  /** Code, storage, and inputs that transactions of unknown ways can have come to: whom they name, they can have spoken of. */
  readonly #texts: string[] = [];
  #everything = false;
  #precompiledContracts = false;

  constructor(store: WatchedStore) {
    this.#store = store;
  }

  /** Whether nothing is affected. */
  get isEmpty(): boolean {
    return !this.#everything && !this.#precompiledContracts && this.#accounts.size === 0 && this.#rows.size === 0;
  }

  hasAccount(address: string): boolean {
    return this.#everything || this.#accounts.has(addressDigits(address));
  }

  /** Whether an execution has looked at something that may be otherwise. */
  concerns({ read }: Footprint): boolean {
    if (this.#everything) return true;
    for (const row of read) if (this.#isAffected(row)) return true;
    return false;
  }

  #isAffected(row: string): boolean {
    const [table, key] = [tableOf(row), keyOf(row)];
    if (isStorage(table)) return this.#accounts.has(table);
    if (table === accountTable && this.#accounts.has(key)) return true;
    if (this.#precompiledContracts && table.startsWith("t:") && this.#canBeNamed(key)) return true;
    if (key !== "*") return this.#rows.has(row) || this.#rows.has(`${table} *`);
    return [...this.#rows].some((each) => tableOf(each) === table);
  }

  /** Whether a built-in contract can have been told of what the row is about: an address has to be known for that. */
  #canBeNamed(key: string): boolean {
    if (!/^[0-9a-f]{40}$/.test(key) || this.#accounts.has(key)) return true;
    return this.#texts.some((text) => names(text, key));
  }

  /** What an execution has changed, and every contract that it has come to, may be otherwise. */
  add(footprint: Footprint): void {
    for (const row of footprint.written) {
      if (tableOf(row) === configTable) this.#everything = true;
      this.#rows.add(row);
    }
    for (const address of addressesOf(footprint)) if (this.#hasCode(address)) this.#accounts.add(address);
  }

  #hasCode(address: string): boolean {
    return readCode(this.#store, address).length > 0;
  }

  /**
   * What a transaction may have changed on the chain that ended otherwise there: which way it went isn't known. It can have come to every
   * contract whose address stands in its input, in the code and storage of contracts that it came to, or in its receipt, and through these
   * to others.
   */
  addUnknownWay(footprint: Footprint, { executable }: ReplayTransaction, receipt: TransactionReceipt): void {
    this.add(footprint);
    const to = addressDigits(executable.to);
    if (to !== "" && !this.#hasCode(to.padStart(40, "0"))) {
      this.#everything = true; // a built-in contract, or who had code there
      return;
    }
    // tables, files, and rights of the chain can be changed by any account
    this.#precompiledContracts = true;
    const begun = new Set([...addressesOf(footprint), ...[to, receipt.contractAddress].map(addressDigits)]);
    for (const { address } of receipt.logEntries) begun.add(addressDigits(address));
    this.#reach(begun, bytesToHexDigits(executable.input));
  }

  /** Adds all contracts that can be reached from some, and from words. */
  #reach(begun: ReadonlySet<string>, words: string): void {
    const contracts = new Set([...this.#store.keys(accountTable)].filter((address) => this.#hasCode(address)));
    let characters = words.length;
    const waiting: string[] = [...begun].filter((address) => contracts.has(address));
    const texts = [words];
    const left = new Set([...contracts].filter((address) => !begun.has(address)));
    for (const address of waiting) this.#accounts.add(address);
    if (contracts.size > max.contracts) this.#everything = true;
    while (!this.#everything && (texts.length > 0 || waiting.length > 0)) {
      const text = texts.pop() ?? this.#textOf(waiting.pop() ?? "");
      characters += text.length;
      this.#texts.push(text);
      if (characters > max.characters) this.#everything = true;
      for (const address of left) {
        if (!names(text, address)) continue;
        left.delete(address);
        this.#accounts.add(address);
        waiting.push(address);
      }
    }
  }

  /** Code and storage of an account, as hex digits. */
  #textOf(address: string): string {
    const parts = [bytesToHexDigits(readCode(this.#store, address))];
    for (const key of this.#store.keys(address)) {
      const word = this.#store.get(address, key);
      if (word instanceof Uint8Array) parts.push(bytesToHexDigits(word));
    }
    return parts.join(" ");
  }
}

/** Whether hex digits have the address in them, as bytes or as a text. */
function names(digits: string, address: string): boolean {
  if (digits.includes(address)) return true;
  return digits.toLowerCase().includes(Buffer.from(address, "latin1").toString("hex"));
}
