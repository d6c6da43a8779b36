import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import type { ConsensusNode } from "../../state/systemTables";

/**
 * What a built-in contract needs of the chain that runs it. The executor makes one for each message and answers
 * synchronously from its state; only `call` runs other code.
 *
 * Addresses here are 40 lower-case hex digits without `0x`, as the node compares them. Texts are **byte strings**: one
 * character (0–255) for each byte, because the node measures, compares and sorts bytes (docs/protocol/built-in-contracts.md,
 * "Texts are bytes").
 */
export interface PrecompiledHost {
  readonly suite: CryptoSuite;
  /** Release of the program that runs: what it knows may be less than the data version names. */
  readonly nodeVersion: string;
  readonly block: BlockRules;
  readonly storage: PrecompiledStorage;
  readonly accounts: PrecompiledAccounts;
  /** Hash of an earlier block. */
  blockHash(number: number): Uint8Array | undefined;
  /**
   * Runs a message below this one: a contract, or another built-in contract. Its changes stay only when the status is 0.
   * It takes a number of the transaction's message count, as every message that leaves a contract does.
   */
  call(message: NestedCall): Promise<NestedOutcome>;
  /** Counts a message that a node's built-in contracts send each other and this chain does without. */
  countMessage(): void;
  /** Runs creation code whose contract gets this very address, which is free: the late founding of the committee. */
  deployAt(address: string, creationCode: Uint8Array, sender: string): Promise<NestedOutcome>;
}

/** What holds in the block that is being executed. Made once for each block. */
export interface BlockRules {
  readonly number: number;
  /** Data version of the chain: 0x03100000 is 3.16.0. */
  readonly version: number;
  /** 0 classic, 1 baseline (docs/protocol/evm-differences.md). */
  readonly executorVersion: 0 | 1;
  /** Release of the program that runs the block: `3.16.4`. */
  readonly nodeVersion: string;
  /** Permissions are checked (system configuration `auth_check_status`). */
  readonly authCheck: boolean;
  /** Whether a `feature_…` or `bugfix_…` flag is on in this block. */
  hasFeature(name: string): boolean;
}

/** Rows of named tables. The host undoes writes of a message that fails. */
export interface PrecompiledStorage {
  get(table: string, key: string): string | undefined;
  /** `undefined` deletes the row. */
  set(table: string, key: string, value: string | undefined): void;
  /** Keys of a table in any order. */
  keys(table: string): Iterable<string>;
  readConfig(key: string): ConfigRow | undefined;
  writeConfig(key: string, row: ConfigRow): void;
  /** Members of the group in stored order. */
  readMembers(): readonly ConsensusNode[];
  writeMembers(members: readonly ConsensusNode[]): void;
}

export interface ConfigRow {
  readonly value: string;
  /** First block in which it holds. */
  readonly enableNumber: number;
}

export interface PrecompiledAccounts {
  /** Whether the account has a record: a contract, or a person who has been given one. */
  exists(address: string): boolean;
  /** Makes a record with this code at an address that has no code: a person's account, whose code names 0x10004. */
  create(address: string, code: Uint8Array): void;
  /** Empty when there is no code. */
  code(address: string): Uint8Array;
  /**
   * Puts an account with this code and ABI at the address that a contract made by this message gets
   * (docs/protocol/evm-differences.md, "Addresses") and gives the address.
   */
  createContract(code: Uint8Array, abi: string): string;
  balance(address: string): bigint;
  setBalance(address: string, balance: bigint): void;
}

/** A message on its way to a built-in contract. */
export interface PrecompiledCall {
  /** Whose code runs: the built-in contract, or an account whose code names one. */
  readonly address: string;
  /** `msg.sender`. */
  readonly sender: string;
  /** `tx.origin`; empty in an unsigned `call`. */
  readonly origin: string;
  readonly input: Uint8Array;
  readonly isStatic: boolean;
}

/** How a built-in contract ended. */
export interface PrecompiledResult {
  /** 0; 15 with `Error(string)` in `output`; 7 when a balance is too small. A negative return code is a status 0. */
  readonly status: number;
  readonly output: Uint8Array;
  /** The contract's own gas, without what the executor charges for a transaction. */
  readonly gasUsed: bigint;
}

export interface NestedCall {
  readonly to: string;
  readonly sender: string;
  readonly input: Uint8Array;
  readonly isStatic: boolean;
}

export interface NestedOutcome {
  /** Status as a receipt would carry it. */
  readonly status: number;
  readonly output: Uint8Array;
}
