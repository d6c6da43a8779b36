import type { ChainAnswer, ChainQuestion } from "../../chain/transport/answeredTransport";
import type { OrderOf } from "../../processes/protocol";
import type { ChainTarget } from "../../solidity/version/evmVersion";

// What the inspector and its starter tell each other, over the channel of a child process. Types alone: the extension shares them.

/** A variable, or a part of one, as it is shown. Texts are those of the debugger (docs/debugging.md). */
export interface ShownValue {
  /** `owner`; of parts `[3]`, `[0x…]` or the member's name. */
  readonly name: string;
  readonly type: string;
  /** On one line; of what has parts, as far as that goes. */
  readonly value: string;
  /** `0x` hex; undefined for what is not in storage. */
  readonly slot?: string;
  /** Bytes from the right end of the slot. */
  readonly offset?: number;
  /** What is inside: items, members, known keys of a mapping. */
  readonly parts?: readonly ShownValue[];
  /** Items that are there and not among the parts. */
  readonly partsLeft?: number;
  /** Of a mapping: others may be there whose keys aren't known here. */
  readonly isMapping?: boolean;
}

/** A slot that belongs to no variable. */
interface RawSlot {
  readonly slot: string;
  readonly word: string;
}

/** What was looked up by a person: `balances[0x…]`. */
export interface LookedUp {
  readonly expression: string;
  readonly found?: ShownValue;
  /** Why there is nothing to show. */
  readonly problem?: string;
}

/** The state variables of a contract. */
export interface StorageView {
  readonly address: string;
  /** Empty where no source of the project compiles to the code. */
  readonly contract: string;
  readonly source: string;
  /** The latest block when it was read; undefined where the other side doesn't tell. */
  readonly block?: number;
  readonly variables: readonly ShownValue[];
  readonly lookedUp: readonly LookedUp[];
  /** Slots that no variable explains; only where the whole storage is known. */
  readonly others: readonly RawSlot[];
  readonly othersLeft: number;
  readonly notes: readonly string[];
  /**
   * Of a state that was made by executing all blocks again: `exact`, or `equal` where this contract's may be otherwise on the chain.
   */
  readonly certainty?: string;
}

/** One variable, or part of one, that a transaction changed. */
export interface ChangedVariable {
  /** `balances[0x…].amount`. */
  readonly name: string;
  readonly type: string;
  readonly before: string;
  readonly after: string;
}

/** What a transaction changed in one account. */
export interface ChangedAccount {
  readonly address: string;
  /** Contracts whose variables it has; several where a proxy runs the code of another. */
  readonly contracts: readonly string[];
  readonly changes: readonly ChangedVariable[];
  readonly others: readonly { readonly slot: string; readonly before: string; readonly after: string }[];
}

/** A message to a built-in contract that changed what the chain keeps: rows of tables, files. */
export interface PrecompiledChange {
  readonly contract: string;
  readonly address: string;
  readonly call: string;
  readonly results: string;
}

export interface StateChanges {
  readonly transaction: string;
  readonly status: number;
  readonly accounts: readonly ChangedAccount[];
  readonly builtins: readonly PrecompiledChange[];
  readonly notes: readonly string[];
  /** Of a transaction that was executed again: how sure it is that this is what the chain did (docs/debugging.md). */
  readonly certainty?: string;
}

/** Gas of one line of a source. */
export interface LineGas {
  /** As the compiler calls the source. */
  readonly source: string;
  /** On disk; undefined for what is built in. */
  readonly path?: string;
  /** From 1. */
  readonly line: number;
  /** What its own opcodes took. */
  readonly gas: number;
  /** With what it called: functions, contracts. */
  readonly withCalls: number;
  /** How often execution came to it. */
  readonly times: number;
}

export interface GasByLine {
  readonly transaction?: string;
  readonly status: number;
  readonly gasUsed: string;
  /** What the transaction takes before its code begins. */
  readonly base: number;
  /** Of code without a source. */
  readonly elsewhere: number;
  /** By source and line. */
  readonly lines: readonly LineGas[];
  readonly notes: readonly string[];
  readonly certainty?: string;
}

/** What a transaction did, call by call. */
export interface TransactionTrace {
  readonly transaction: string;
  readonly status: number;
  readonly gasUsed: string;
  readonly output: string;
  /** Null where nothing was called. */
  readonly call: object | null;
  readonly notes: readonly string[];
  /**
   * `recorded`, or how sure it is that this is what the chain did (docs/debugging.md).
   * @public stands in the JSON of the operation
   */
  readonly certainty: string;
}

/** Where the contracts' sources are. */
interface InspectedProject {
  readonly folder: string;
  readonly trusted: boolean;
  readonly solc?: string;
}

/** An embedded chain. */
export interface InspectedChain {
  readonly url: string;
  readonly group: string;
  readonly token?: string;
}

export type InspectionOrder =
  | ({
      readonly kind: "storage";
      readonly address: string;
      /** Values that may be keys of mappings, as a person writes them. */
      readonly keys: readonly string[];
      /** Transactions whose execution tells keys. */
      readonly transactions: readonly string[];
      /** `balances[0x…]`. */
      readonly expressions: readonly string[];
      readonly from:
        | ({ readonly kind: "embedded" } & InspectedChain)
        | {
            readonly kind: "web3";
            readonly url: string;
            /** Runtime code of the contract as the chain's own port tells it, `0x` hex: the web3 port must tell the same. */
            readonly code: string;
            readonly suite: "standard" | "sm";
            /** What tells the machine that the chain runs. */
            readonly target: ChainTarget;
          }
        | {
            /** All blocks are executed again; the chain is asked through the starter. */
            readonly kind: "rebuilt";
            readonly url: string;
            readonly group: string;
            /** Most blocks to execute again; undefined: as many as the debugger executes. */
            readonly blocks?: number;
          };
    } & InspectedProject)
  | ({
      readonly kind: "state" | "gas" | "trace";
      readonly transaction: string;
      readonly chain: InspectedChain;
      /** The chain records nothing: it is executed again, and the chain is asked through the starter, which has the connection. */
      readonly fork?: { readonly web3?: string };
    } & InspectedProject);

/** What each order gives. */
export interface Inspected {
  readonly storage: StorageView;
  readonly state: StateChanges;
  readonly gas: GasByLine;
  readonly trace: TransactionTrace;
}

/** What a program that executes transactions again asks of its starter, which has the connection and the person. */
export type ReExecutionAsks = {
  /** A question to the chain; its answer as the node gave it, or why there is none. */
  readonly chain: {
    readonly question: ChainQuestion;
    readonly answer: ChainAnswer;
  };
  /** Says what would be done; false: it isn't wanted. */
  readonly begin: { readonly question: readonly string[]; readonly answer: boolean };
};

/** How far a re-execution is. */
export interface InspectionProgress {
  readonly doing: string;
  readonly done: number;
  readonly total: number;
}

/** What the inspector does. */
export interface InspectorProtocol {
  readonly orders: {
    readonly inspect: OrderOf<InspectionOrder, Inspected[keyof Inspected], InspectionProgress>;
  };
  readonly asks: ReExecutionAsks;
}
