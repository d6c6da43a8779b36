import { EVMError, type EVMRunCallOpts, type Message } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import type { PrecompiledResult } from "../precompiled/host/host";
import type { MessageRules } from "./messageRules";

/** The end of a frame whose receipt status is not the EVM's to say. */
export class RefusedFrame extends EVMError {
  readonly status: number;

  constructor(status: number) {
    super(EVMError.errorMessages.REVERT);
    this.status = status;
  }
}

/** A call that has arrived at an address which may belong to a built-in contract. */
export interface PrecompiledCall {
  /** 40 lower-case hex digits. */
  readonly address: string;
  readonly caller: string;
  readonly input: Uint8Array;
  readonly gasLimit: bigint;
  readonly depth: number;
  readonly isStatic: boolean;
  readonly isDelegate: boolean;
}

/** The message that is the transaction or call itself; without `to` it makes a contract. */
export interface TopMessage {
  readonly caller: Address;
  readonly to?: Address;
  readonly data: Uint8Array;
  readonly value: bigint;
  readonly isStatic: boolean;
  readonly gasLimit: bigint;
  readonly gasPrice: bigint;
  readonly block: NonNullable<EVMRunCallOpts["block"]>;
}

/** Everything a transaction's frames share. The executor makes one per transaction or call. */
export interface ExecutionScope {
  readonly blockNumber: number;
  readonly contextId: number;
  /** Counts the messages that left a contract so far: part of the address of a contract made by a contract. */
  seq: number;
  /** The address of the contract that the transaction makes, where the rules of addresses do not give it: 40 hex digits. */
  readonly creationAddress?: string;
  /** How messages go and end under this executor and data version. */
  readonly rules: MessageRules;
  /** 40 hex digits. */
  readonly origin: string;
  readonly webChainId: bigint;
  /** Classic executor (0): a destroyed contract loses its code at the end of the block. Baseline (1): nothing happens. */
  readonly destroyed: Set<string> | undefined;
  /** A call of the classic executor: nothing in it may write. */
  readonly callIsStatic: boolean;
  /** Value is moved between accounts; otherwise it is ignored. */
  readonly moveValue: boolean;
  /** No frame sees a value: the classic executor without balances. */
  readonly hidesValue: boolean;
  /** Contract addresses come from sender and nonce, as in Ethereum. */
  readonly addressFromNonce: boolean;
  /** The nonce that counts for a contract made by the transaction itself. */
  readonly senderNonce: bigint;
  /** `Error(string)` of words of the executor's own. */
  readonly errorText: (words: string) => Uint8Array;
  /** `Error(string)` of what is said of such an end of a frame; nothing where nothing is said. */
  readonly haltText: (error: EVMError) => Uint8Array;
  /** A contract was made at the address before, with code or without. */
  readonly isMade: (address: string) => boolean;
  /** A folder stands where the record of who rules a contract at the address has to be. */
  readonly isSquatted: (address: string) => boolean;
  /** The contract runs in its caller's frame: no message leaves for it. */
  readonly inFrame: (address: string) => boolean;
  /** Whether value may go from one account to the other. */
  readonly mayTransfer: (from: string, to: string) => boolean;
  /** Makes the record of an account that a contract sends value to. */
  readonly makeAccount: (address: string) => void;
  /** Runs the built-in contract behind the address; undefined when there is none. */
  readonly builtin: (call: PrecompiledCall) => (() => Promise<PrecompiledResult>) | undefined;
  /** Refuses a message before it runs (permissions, frozen contracts): gives the reason's encoding. */
  readonly guard: (message: Message) => PrecompiledResult | undefined;
  /** A contract is about to be made: what it does while it is made finds it known. */
  readonly created: (address: string, depth: number, creator: string) => void;
  /** Whether a built-in contract stands at the address. */
  readonly isBuiltin: (address: string) => boolean;
  /** What EXTCODESIZE, EXTCODECOPY and EXTCODEHASH see of an account with this code. */
  readonly codeSeen: (address: string, code: Uint8Array) => Uint8Array;
  readonly blockHash: (number: bigint) => Uint8Array | undefined;
}
