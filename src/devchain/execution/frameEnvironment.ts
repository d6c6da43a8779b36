import type { ExecResult, Message } from "@ethereumjs/evm";
import { Account, type Address } from "@ethereumjs/util";
import { type FlatStateManager, writeAccount } from "./flatStateManager";
import { addressDigits } from "./knownAddress";

/** A message to an account. */
export type CallMessage = Message & { to: Address };

type Environment = NonNullable<ExecResult["runState"]>["env"];

/** What a frame knows of where it runs. */
export class FrameEnvironment implements Environment {
  readonly address: Address;
  readonly caller: Address;
  readonly callData: Uint8Array;
  readonly callValue: bigint;
  readonly code: Uint8Array;
  readonly isStatic: boolean;
  readonly isCreate = false;
  readonly depth: number;
  readonly origin: Address;
  readonly block: Environment["block"];
  readonly codeAddress: Address;
  readonly states: FlatStateManager;
  /** Shared by all frames of a transaction. */
  readonly #tx: { readonly gasPrice: bigint };
  /** No chain here refunds gas, or knows transactions with blobs. */
  readonly gasRefund = 0n;
  readonly blobVersionedHashes: Environment["blobVersionedHashes"] = [];
  readonly #payer: (() => bigint | undefined) | undefined;
  #contract: Account | undefined;

  /** @param payer what another account has that pays for the frame's messages; undefined: the frame's own pays */
  constructor(
    message: CallMessage,
    block: Environment["block"],
    tx: { gasPrice: bigint; origin: Address },
    states: FlatStateManager,
    payer?: () => bigint | undefined,
  ) {
    this.#payer = payer;
    this.address = message.to;
    this.caller = message.caller;
    this.callData = message.data;
    this.callValue = message.value;
    this.code = message.code as Uint8Array;
    this.isStatic = message.isStatic;
    this.depth = message.depth;
    this.#tx = tx;
    this.origin = tx.origin;
    this.block = block;
    this.codeAddress = message._codeAddress ?? message.to;
    this.states = states;
  }

  get gasPrice(): bigint {
    return this.#tx.gasPrice;
  }

  /** Few frames ask for their account. */
  get contract(): Account {
    this.#contract ??= this.states.account(this.address) ?? new Account();
    return this.#contract;
  }

  /** What a message of the frame can send along. */
  get spendable(): bigint {
    return this.#payer?.() ?? this.contract.balance;
  }

  /** A message may have changed the account. */
  forgetContract(): void {
    this.#contract = undefined;
  }

  /** The frame is about to make a contract. */
  countCreation(): void {
    writeAccount(this.states.store, addressDigits(this.address), { nonce: this.contract.nonce + 1n });
    this.#contract = undefined;
  }
}
