import type { AccountFields, StateManagerInterface } from "@ethereumjs/common";
import { Account, type Address } from "@ethereumjs/util";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { AccountRecord, StateReader, StateStore } from "../state/stateStore";
import type { ChainRules } from "./chainRules";
import { addressDigits } from "./knownAddress";
import { hidesAccount, messageRules } from "./messageRules";

/** Tables of the state that execution owns; those of the built-in contracts have names of their own. */
export const accountTable = "#account";
export const codeTable = "#code";
export const abiTable = "#abi";
/** Storage of a contract: one row a slot, in a table named after the address. */
export const storageTable = (address: string): string => address;

/** Whether a row is a slot of a contract. */
export const isSlot = (table: string, key: string): boolean => key.length === 64 && /^[0-9a-f]{40}$/.test(table);

const maxDigits = 4096;
const knownDigits = new Map<bigint, string>();

/** 64 hex digits of a stack word. Contracts name the same slots again and again, and a table finds a text that it has seen at once. */
export function wordDigits(word: bigint): string {
  let digits = knownDigits.get(word);
  if (digits === undefined) {
    digits = word.toString(16).padStart(64, "0");
    if (knownDigits.size >= maxDigits) knownDigits.clear();
    knownDigits.set(word, digits);
  }
  return digits;
}

const empty = new Uint8Array(0);
export const noAccount: AccountRecord = { nonce: 0n, balance: 0n, codeHash: "" };

export function readAccount(store: StateReader, address: string): AccountRecord | undefined {
  return store.get(accountTable, address) as AccountRecord | undefined;
}

export function writeAccount(store: StateStore, address: string, change: Partial<AccountRecord>): void {
  store.set(accountTable, address, { ...(readAccount(store, address) ?? noAccount), ...change });
}

/** What an account has, in wei. */
export const balanceOf = (store: StateReader, address: string): bigint => readAccount(store, address)?.balance ?? 0n;

/** Puts code into the place of what an account has: code is kept by its hash, which it gives. */
export function writeCode(
  store: StateStore,
  suite: Pick<CryptoSuite, "hash">,
  address: string,
  code: Uint8Array,
): string {
  const codeHash = bytesToHexDigits(suite.hash(code));
  if (store.get(codeTable, codeHash) === undefined) store.set(codeTable, codeHash, code.slice());
  writeAccount(store, address, { codeHash });
  return codeHash;
}

/** Runtime code of a contract, the very same array each time; empty for an account without code. */
export function readCode(store: StateReader, address: string): Uint8Array {
  const hash = readAccount(store, address)?.codeHash;
  return hash ? (store.get(codeTable, hash) as Uint8Array) : empty;
}

/**
 * The code that a message to the account finds. Under the baseline executor accounts that only hold a balance have none since
 * bugfix_v1_eoa_as_contract.
 */
export function runnableCode(store: StateReader, address: string, rules: ChainRules): Uint8Array {
  const code = readCode(store, address);
  return code.length > 0 && rules.executorVersion === 1 && hidesAccount(messageRules(rules), code) ? empty : code;
}

/** The EVM library's view of the state store. Checkpoints are positions of the store's undo log. */
export class FlatStateManager implements StateManagerInterface {
  readonly store: StateStore;
  readonly #suite: Pick<CryptoSuite, "hash">;
  readonly #codeSeen: (address: string, code: Uint8Array) => Uint8Array;
  #checkpoints: number[] = [];
  #lastAddress: Address | undefined;
  #lastTable = "";

  constructor(
    store: StateStore,
    suite: Pick<CryptoSuite, "hash">,
    codeSeen: (address: string, code: Uint8Array) => Uint8Array,
  ) {
    this.store = store;
    this.#suite = suite;
    this.#codeSeen = codeSeen;
  }

  /** As `getAccount`, without a promise. */
  account(address: Address): Account | undefined {
    const record = readAccount(this.store, addressDigits(address));
    if (!record) return undefined;
    return new Account(
      record.nonce,
      record.balance,
      undefined,
      record.codeHash ? hexToBytes(record.codeHash) : undefined,
    );
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    return this.account(address);
  }

  async putAccount(address: Address, account?: Account): Promise<void> {
    const key = addressDigits(address);
    if (!account) {
      this.store.set(accountTable, key, undefined);
      return;
    }
    const before = readAccount(this.store, key);
    if (before && before.nonce === account.nonce && before.balance === account.balance) return;
    this.store.set(accountTable, key, {
      nonce: account.nonce,
      balance: account.balance,
      codeHash: before?.codeHash ?? "",
    });
  }

  async deleteAccount(address: Address): Promise<void> {
    this.store.set(accountTable, addressDigits(address), undefined);
  }

  async modifyAccountFields(address: Address, fields: AccountFields): Promise<void> {
    const change: { nonce?: bigint; balance?: bigint } = {};
    if (fields.nonce !== undefined) change.nonce = fields.nonce;
    if (fields.balance !== undefined) change.balance = fields.balance;
    writeAccount(this.store, addressDigits(address), change);
  }

  async putCode(address: Address, code: Uint8Array): Promise<void> {
    writeCode(this.store, this.#suite, addressDigits(address), code);
  }

  /** As `getCode`, without a promise. */
  codeSeen(address: Address): Uint8Array {
    const key = addressDigits(address);
    return this.#codeSeen(key, readCode(this.store, key));
  }

  async getCode(address: Address): Promise<Uint8Array> {
    return this.codeSeen(address);
  }

  async getCodeSize(address: Address): Promise<number> {
    return (await this.getCode(address)).length;
  }

  /** A slot as a number, without a promise. Names of slots have 64 digits. */
  slot(address: Address, slot: string): bigint {
    const value = this.store.get(this.#storageOf(address), slot) as Uint8Array | undefined;
    return value ? numberOfBytes(value) : 0n;
  }

  /** As `slot`, where the block that is being made has written it; else 0. */
  slotOfBlock(address: Address, slot: string): bigint {
    return this.store.isOfBlock(this.#storageOf(address), slot) ? this.slot(address, slot) : 0n;
  }

  setSlot(address: Address, slot: string, value: bigint): void {
    this.store.set(this.#storageOf(address), slot, value === 0n ? undefined : bytesOfNumber(value));
  }

  /** A frame asks with the same object again and again. */
  #storageOf(address: Address): string {
    if (address !== this.#lastAddress) {
      this.#lastAddress = address;
      this.#lastTable = storageTable(addressDigits(address));
    }
    return this.#lastTable;
  }

  async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    const value = this.store.get(storageTable(addressDigits(address)), bytesToHexDigits(key));
    return (value as Uint8Array | undefined) ?? empty;
  }

  async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    const zero = value.length === 0 || value.every((byte) => byte === 0);
    this.store.set(storageTable(addressDigits(address)), bytesToHexDigits(key), zero ? undefined : value.slice());
  }

  /** New contracts have addresses of their own, so there is never storage of an earlier one to clear. */
  async clearStorage(): Promise<void> {
    return undefined;
  }

  /** As `checkpoint`, without a promise. */
  begin(): void {
    this.#checkpoints.push(this.store.checkpoint());
  }

  /** As `commit` or `revert`, without a promise. */
  end(keep: boolean): void {
    const checkpoint = this.#checkpoints.pop();
    if (checkpoint !== undefined && !keep) this.store.revert(checkpoint);
  }

  async checkpoint(): Promise<void> {
    this.begin();
  }

  async commit(): Promise<void> {
    this.end(true);
  }

  /** Forgets checkpoints that a broken execution left behind. */
  dropCheckpoints(): void {
    this.#checkpoints = [];
  }

  async revert(): Promise<void> {
    this.end(false);
  }

  /** There is no trie: the chain's state root is a hash of changed rows, made by the ledger. */
  async getStateRoot(): Promise<Uint8Array> {
    return new Uint8Array(32);
  }

  async setStateRoot(): Promise<void> {
    return undefined;
  }

  async hasStateRoot(): Promise<boolean> {
    return true;
  }

  originalStorageCache = {
    get: (address: Address, key: Uint8Array): Promise<Uint8Array> => this.getStorage(address, key),
    clear: (): undefined => undefined,
  };

  /** Nothing is cached. */
  clearCaches(): undefined {
    return undefined;
  }

  shallowCopy(): StateManagerInterface {
    return new FlatStateManager(this.store, this.#suite, this.#codeSeen);
  }
}
