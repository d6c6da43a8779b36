import type { Message } from "@ethereumjs/evm";
import { Account, type Address } from "@ethereumjs/util";
import type { FlatStateManager } from "./flatStateManager";
import type { RunState } from "./runState";

/** A message to an account. */
export type CallMessage = Message & { to: Address };

type Environment = RunState["env"];

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
  readonly gasPrice: bigint;
  readonly origin: Address;
  readonly block: Environment["block"];
  readonly codeAddress: Address;
  readonly gasRefund: bigint;
  readonly blobVersionedHashes: NonNullable<Message["blobVersionedHashes"]>;
  readonly createdAddresses: NonNullable<Message["createdAddresses"]>;
  readonly #states: FlatStateManager;
  #contract: Account | undefined;

  constructor(
    message: CallMessage,
    block: Environment["block"],
    tx: { gasPrice: bigint; origin: Address },
    states: FlatStateManager,
  ) {
    this.address = message.to;
    this.caller = message.caller;
    this.callData = message.data;
    this.callValue = message.value;
    this.code = message.code as Uint8Array;
    this.isStatic = message.isStatic;
    this.depth = message.depth;
    this.gasPrice = tx.gasPrice;
    this.origin = tx.origin;
    this.block = block;
    this.codeAddress = message._codeAddress ?? message.to;
    this.gasRefund = message.gasRefund;
    this.blobVersionedHashes = message.blobVersionedHashes ?? [];
    message.createdAddresses ??= new Set();
    this.createdAddresses = message.createdAddresses;
    this.#states = states;
  }

  /** Few frames ask for their account. */
  get contract(): Account {
    this.#contract ??= this.#states.account(this.address) ?? new Account();
    return this.#contract;
  }

  set contract(account: Account) {
    this.#contract = account;
  }
}
