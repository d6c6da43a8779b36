import type { AccountFields, StateManagerInterface } from "@ethereumjs/common";
import {
  Account,
  type Address,
  bigIntToBytes,
  bytesToUnprefixedHex,
  hexToBytes,
  setLengthLeft,
} from "@ethereumjs/util";
import { bytesToHexDigits } from "../../src/crypto/bytes/hex";
import { slotDigits, type World, type WorldAccount } from "./worldState";

const nobody: WorldAccount = { nonce: 0n, balance: 0n, code: "" };
const nothing = new Uint8Array(0);
const digits = (address: Address): string => bytesToUnprefixedHex(address.bytes);
const someRoot = new Uint8Array(32).fill(1);

/** The world as Ethereum's machine asks for it. A checkpoint is a copy of everything: slow, and hard to get wrong. */
export class WorldStates implements StateManagerInterface {
  world: World;
  /** Slots that the block wrote, by address and slot. */
  #written: Set<string> = new Set();
  #copies: { readonly world: World; readonly written: Set<string> }[] = [];
  #original: ReadonlyMap<string, bigint> = new Map();
  readonly #hash: (data: Uint8Array) => Uint8Array;

  constructor(world: World, hash: (data: Uint8Array) => Uint8Array) {
    this.world = world;
    this.#hash = hash;
  }

  /** From here on `originalStorageCache` gives what there is now. */
  beginTransaction(): void {
    this.#original = new Map(this.world.storage);
  }

  account(address: string): WorldAccount | undefined {
    return this.world.accounts.get(address);
  }

  change(address: string, change: Partial<WorldAccount>): void {
    this.world.accounts.set(address, { ...(this.account(address) ?? nobody), ...change });
  }

  holdsStorage(address: string): boolean {
    for (const place of this.world.storage.keys()) if (place.startsWith(address)) return true;
    return false;
  }

  slot(address: string, slot: bigint): bigint {
    return this.world.storage.get(address + slotDigits(slot)) ?? 0n;
  }

  /** The value where this block wrote the slot, else 0. */
  slotOfBlock(address: string, slot: bigint): bigint {
    return this.#written.has(address + slotDigits(slot)) ? this.slot(address, slot) : 0n;
  }

  /** The next block begins. */
  beginBlock(): void {
    this.#written = new Set();
  }

  /** Writes a slot in the course of a block. */
  writeSlot(address: string, slot: bigint, value: bigint): void {
    this.#written.add(address + slotDigits(slot));
    this.setSlot(address, slot, value);
  }

  setSlot(address: string, slot: bigint, value: bigint): void {
    if (value === 0n) this.world.storage.delete(address + slotDigits(slot));
    else this.world.storage.set(address + slotDigits(slot), value);
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    const found = this.account(digits(address));
    if (!found) return undefined;
    const root = this.holdsStorage(digits(address)) ? someRoot : undefined;
    return new Account(
      found.nonce,
      found.balance,
      root,
      found.code === "" ? undefined : this.#hash(hexToBytes(`0x${found.code}`)),
    );
  }

  async putAccount(address: Address, account?: Account): Promise<void> {
    if (account) this.change(digits(address), { nonce: account.nonce, balance: account.balance });
    else await this.deleteAccount(address);
  }

  async deleteAccount(address: Address): Promise<void> {
    this.world.accounts.delete(digits(address));
    await this.clearStorage(address);
  }

  async modifyAccountFields(address: Address, { nonce, balance }: AccountFields): Promise<void> {
    this.change(digits(address), {
      ...(nonce === undefined ? {} : { nonce }),
      ...(balance === undefined ? {} : { balance }),
    });
  }

  async putCode(address: Address, code: Uint8Array): Promise<void> {
    this.change(digits(address), { code: bytesToHexDigits(code) });
  }

  async getCode(address: Address): Promise<Uint8Array> {
    const code = this.account(digits(address))?.code;
    return code ? hexToBytes(`0x${code}`) : nothing;
  }

  async getCodeSize(address: Address): Promise<number> {
    return (await this.getCode(address)).length;
  }

  async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    const value = this.world.storage.get(digits(address) + bytesToHexDigits(key));
    return value === undefined ? nothing : bigIntToBytes(value);
  }

  async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.setSlot(digits(address), BigInt(`0x${bytesToHexDigits(key)}`), BigInt(`0x0${bytesToHexDigits(value)}`));
  }

  async clearStorage(address: Address): Promise<void> {
    for (const place of this.world.storage.keys()) {
      if (place.startsWith(digits(address))) this.world.storage.delete(place);
    }
  }

  async checkpoint(): Promise<void> {
    const { accounts, storage } = this.world;
    this.#copies.push({
      world: { accounts: new Map(accounts), storage: new Map(storage) },
      written: new Set(this.#written),
    });
  }

  async commit(): Promise<void> {
    this.#copies.pop();
  }

  async revert(): Promise<void> {
    const copy = this.#copies.pop();
    if (!copy) return;
    this.world = copy.world;
    this.#written = copy.written;
  }

  originalStorageCache = {
    get: async (address: Address, key: Uint8Array): Promise<Uint8Array> => {
      const value = this.#original.get(digits(address) + bytesToHexDigits(setLengthLeft(key, 32)));
      return value === undefined ? nothing : bigIntToBytes(value);
    },
    clear: (): void => undefined,
  };

  async getStateRoot(): Promise<Uint8Array> {
    return someRoot;
  }

  async setStateRoot(): Promise<void> {
    return undefined;
  }

  async hasStateRoot(): Promise<boolean> {
    return true;
  }

  clearCaches(): undefined {
    return undefined;
  }

  shallowCopy(): StateManagerInterface {
    return new WorldStates(
      { accounts: new Map(this.world.accounts), storage: new Map(this.world.storage) },
      this.#hash,
    );
  }
}
