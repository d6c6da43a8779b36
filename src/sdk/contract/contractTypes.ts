import type { ChainError } from "../../errors/chainError";
import type {
  Abi,
  AbiEntry,
  AbiEventArgs,
  AbiEventFilter,
  AbiEventName,
  AbiEventNamed,
  AbiFunctionKey,
  AbiFunctionsOf,
  AbiNamed,
  AbiResultOf,
  AbiValuesOf,
  IsWrittenOut,
} from "../abi/abi";
import type { Account } from "../base/accounts";
import type { Chain, Stop } from "../base/chain";
import type { Address, Hex, Receipt, RequestOptions, WriteOptions } from "../base/records";

/** How a function is read. */
export interface ReadOptions extends RequestOptions {
  /** Whom the contract sees as its caller: the call is signed (since 3.4). Without one, the zero address. */
  readonly account?: Account;
}

/** How a transaction of a contract is sent. */
export interface SendOptions extends WriteOptions {
  /** Who signs; default the contract's account, then the chain's. */
  readonly account?: Account;
  /** Amount in wei, for payable functions on chains with balances. */
  readonly value?: bigint;
  /** The last block that may hold it; default 500 blocks ahead. */
  readonly blockLimit?: number | bigint;
}

/** What a transaction did. */
export interface SendResult<Result = unknown, Event = ContractEvent> {
  readonly hash: Hex;
  readonly receipt: Receipt;
  /** What the function returned. */
  readonly result: Result;
  /** Events of this contract, decoded, in order; those of others are in `receipt.logEntries`. */
  readonly events: readonly Event[];
}

/** What a transaction would do on the newest block. */
export interface SimulateResult<Result = unknown> {
  readonly result: Result;
  /** The block on which it was tried. */
  readonly blockNumber: number;
  /** False: it wasn't signed, or the node takes no signed calls (before 3.4), so the contract saw no caller. */
  readonly asSender: boolean;
}

/** A decoded event. */
export interface ContractEvent<Name extends string = string, Args = Readonly<Record<string, unknown>>> {
  readonly eventName: Name;
  /** By name; values without a name by their position. Of an indexed text, list, or struct it is the hash. */
  readonly args: Args;
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** An event with its place on the chain. */
export interface PlacedEvent<Name extends string = string, Args = Readonly<Record<string, unknown>>>
  extends ContractEvent<Name, Args> {
  readonly blockNumber: number;
  readonly transactionHash: Hex;
  readonly transactionIndex: number;
  /** Index inside the transaction's receipt. */
  readonly logIndex: number;
}

/** Which events of one kind. */
export interface EventQuery<Filter = Readonly<Record<string, unknown>>> extends RequestOptions {
  /** Indexed values by name: one, or one of several. */
  readonly args?: Filter;
  /** First block; default 0. */
  readonly fromBlock?: number;
  /** Last block, included; default the newest. */
  readonly toBlock?: number;
}

/** How events are followed. */
export interface EventWatch<Event = PlacedEvent, Filter = Readonly<Record<string, unknown>>> {
  /** New events in the order of the chain: each once, none left out, broken connections included. */
  readonly onLogs: (events: readonly Event[]) => void;
  /** Something failed; it goes on by itself. */
  readonly onError?: (error: ChainError) => void;
  /** Indexed values by name: one, or one of several. */
  readonly args?: Filter;
  /** First block; default the next one. */
  readonly fromBlock?: number;
  /** Milliseconds between two looks where the node doesn't push. Default 1,000. */
  readonly pollMs?: number;
}

/** One event of a contract. */
export interface EventAccess<Event = PlacedEvent, Filter = Readonly<Record<string, unknown>>> {
  /** Those that are on the chain. Nodes before 3.9 have to push them. */
  get(query?: EventQuery<Filter>): Promise<readonly Event[]>;
  /** New ones, until the returned function is called. Resolves when nothing can be missed any more. */
  watch(watch: EventWatch<Event, Filter>): Promise<Stop>;
}

type Call<Inputs, Options, Result> = Inputs extends readonly []
  ? (options?: Options) => Promise<Result>
  : (args: Inputs, options?: Options) => Promise<Result>;

type InputsOf<Entry extends AbiEntry> = AbiValuesOf<Entry["inputs"]>;

type Overloads<Signatures> = (Signatures extends unknown ? (each: Signatures) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type ReadCall<Entry> = Entry extends AbiEntry
  ? Call<InputsOf<Entry>, ReadOptions, AbiResultOf<Entry["outputs"]>>
  : never;
type SendCall<Entry, Event> = Entry extends AbiEntry
  ? Call<InputsOf<Entry>, SendOptions, SendResult<AbiResultOf<Entry["outputs"]>, Event>>
  : never;
type SimulateCall<Entry> = Entry extends AbiEntry
  ? Call<InputsOf<Entry>, SendOptions, SimulateResult<AbiResultOf<Entry["outputs"]>>>
  : never;

/** Any function of an ABI that isn't written out in the types. */
type AnyCall<Options, Result> = (args?: readonly unknown[] | Options, options?: Options) => Promise<Result>;

type Reads<Source extends Abi> =
  IsWrittenOut<Source> extends true
    ? {
        readonly [Key in AbiFunctionKey<AbiFunctionsOf<Source, "read">>]: Overloads<
          ReadCall<AbiNamed<AbiFunctionsOf<Source, "read">, Key>>
        >;
      }
    : Readonly<Record<string, AnyCall<ReadOptions, unknown>>>;

type Writes<Source extends Abi> =
  IsWrittenOut<Source> extends true
    ? {
        readonly [Key in AbiFunctionKey<AbiFunctionsOf<Source, "write">>]: Overloads<
          SendCall<AbiNamed<AbiFunctionsOf<Source, "write">, Key>, EventOf<Source>>
        >;
      }
    : Readonly<Record<string, AnyCall<SendOptions, SendResult>>>;

type Simulations<Source extends Abi> =
  IsWrittenOut<Source> extends true
    ? {
        readonly [Key in AbiFunctionKey<AbiFunctionsOf<Source, "write">>]: Overloads<
          SimulateCall<AbiNamed<AbiFunctionsOf<Source, "write">, Key>>
        >;
      }
    : Readonly<Record<string, AnyCall<SendOptions, SimulateResult>>>;

/** An event of the ABI, decoded: `eventName` tells them apart. */
export type EventOf<Source extends Abi> =
  IsWrittenOut<Source> extends true
    ? {
        [Name in AbiEventName<Source>]: ContractEvent<Name, AbiEventArgs<AbiEventNamed<Source, Name>>>;
      }[AbiEventName<Source>]
    : ContractEvent;

type Events<Source extends Abi> =
  IsWrittenOut<Source> extends true
    ? {
        readonly [Name in AbiEventName<Source>]: EventAccess<
          PlacedEvent<Name, AbiEventArgs<AbiEventNamed<Source, Name>>>,
          AbiEventFilter<AbiEventNamed<Source, Name>>
        >;
      }
    : Readonly<Record<string, EventAccess>>;

/** A contract at its address. */
export interface Contract<Source extends Abi = Abi> {
  readonly chain: Chain;
  readonly address: Address;
  readonly abi: Source;
  /** Functions that change nothing: `await contract.read.balanceOf([account])`. */
  readonly read: Reads<Source>;
  /** Transactions: `await contract.write.transfer([to, 5n])` gives receipt, result, and events, and throws where it failed. */
  readonly write: Writes<Source>;
  /** The same without a transaction: what it would return, or why it would fail. */
  readonly simulate: Simulations<Source>;
  /** Events: `contract.events.Transfer.get({ fromBlock: 0 })`, `contract.events.Transfer.watch({ onLogs })`. */
  readonly events: Events<Source>;
  /** Call data of a function, by name or signature. */
  encode(name: string, args?: readonly unknown[]): Promise<Hex>;
  /** The events of this contract in a receipt. */
  decodeReceipt(receipt: Receipt): Promise<readonly EventOf<Source>[]>;
}
