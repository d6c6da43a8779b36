import type { StateChange, StateStore } from "../../devchain/state/stateStore";
import type { DataObject } from "./dataTree";
import type { MappingRecord } from "./mappingRecord";
import type { StateDiff } from "./stateDiff";

/** Slots that were read and written, as 64 hex digits. */
interface SlotAccesses {
  readonly reads: string[];
  readonly writes: string[];
}

/** A log as a contract has given it. */
export interface SeenLog {
  /** 40 lower-case hex digits. */
  readonly address: string;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

/** What the block and the transaction look like to contracts, where it is not the chain's to say. */
export interface Environment {
  readonly number: bigint;
  readonly timestamp: bigint;
  readonly baseFee: bigint;
  readonly gasPrice: bigint;
  /** 40 hex digits. */
  readonly coinbase: string;
  readonly prevRandao: Uint8Array;
  readonly chainId: bigint | undefined;
}

/** Who the next message, or every one until it is stopped, comes from. */
export interface Prank {
  /** Depth of the frame that asked for it, and its address. */
  readonly depth: number;
  readonly caller: string;
  readonly sender: string;
  readonly origin: string | undefined;
  readonly single: boolean;
  /** It holds for DELEGATECALL too. */
  readonly delegate: boolean;
  /** A message has come from it. */
  used: boolean;
  /** It is a script's broadcast. */
  readonly broadcast?: boolean;
}

/** A revert that a message has to end with. */
export interface ExpectedRevert {
  readonly depth: number;
  /** Undefined: whatever it says. */
  readonly data: Uint8Array | undefined;
  /** Only the beginning counts. */
  readonly partial: boolean;
  readonly reverter: string | undefined;
  /** How many of the next messages; undefined: one. */
  readonly count: number | undefined;
  seen: number;
  /** Who reverted first below the message. */
  revertedBy: string | undefined;
}

/** An event that a message has to emit; what it has to look like is the next log of the caller. */
export interface ExpectedEmit {
  readonly depth: number;
  /** Topics (the first is the event's own, or also free with an anonymous one) and data. */
  readonly checks: readonly boolean[];
  readonly anonymous: boolean;
  readonly address: string | undefined;
  readonly count: number | undefined;
  template: SeenLog | undefined;
}

/** A message that has to be sent before the test ends. */
export interface ExpectedCall {
  readonly address: string;
  readonly data: Uint8Array;
  readonly value: bigint | undefined;
  /** Gas that it has to spend, exactly or at least. */
  readonly gas: { readonly amount: bigint; readonly atLeast: boolean } | undefined;
  readonly count: number | undefined;
  /** Where no count is given: as often as it was asked for. */
  min: number;
  seen: number;
}

/** A revert that a test would rather not see. */
export interface PossibleRevert {
  readonly reverter: string;
  readonly partial: boolean;
  readonly data: Uint8Array;
}

/** A contract that has to be made before the test ends. */
interface ExpectedCreation {
  /** Its code once it is there. */
  readonly code: Uint8Array;
  readonly maker: string;
  readonly salted: boolean;
  seen: boolean;
}

/** What a message gets for an answer instead of being run. */
export interface Mock {
  readonly data: Uint8Array;
  readonly value: bigint | undefined;
  readonly reverts: boolean;
  /** One after the other; the last stays. */
  readonly answers: readonly Uint8Array[];
  used: number;
  /** Another contract whose code runs in its place. */
  readonly instead: string | undefined;
}

/** A place to come back to. */
interface Snapshot {
  readonly checkpoint: number;
  /** Rows of it that lie behind the checkpoint: a frame that changed them was taken back since. */
  readonly rows: readonly StateChange[];
  readonly environment: Environment;
}

/** A comparison that did not hold, for who shows both sides, where they are known. */
export interface FailedComparison {
  readonly message: string;
  readonly actual: string | undefined;
  readonly expected: string | undefined;
}

/** An empty map, as most are, costs much less when it is made from nothing. */
const copied = <Key, Value>(map: ReadonlyMap<Key, Value> | undefined): Map<Key, Value> =>
  map && map.size > 0 ? new Map(map) : new Map();

/** What cheat codes have asked for. A test begins with what `setUp` left. */
export class TestState {
  environment: Environment;
  pranks: Prank[] = [];
  expectedRevert: ExpectedRevert | undefined;
  expectedEmits: ExpectedEmit[] = [];
  /** What the frame that expects events has emitted itself since, as functions of libraries do that are part of it. */
  ownLogs: SeenLog[] = [];
  /** What messages have emitted while events are expected, those that failed too. */
  collectedLogs: SeenLog[] = [];
  expectedCalls: ExpectedCall[] = [];
  readonly mocks: Map<string, Mock[]>;
  readonly labels: Map<string, string>;
  readonly blockHashes: Map<bigint, Uint8Array>;
  readonly snapshots: Map<bigint, Snapshot>;
  recordedLogs: SeenLog[] | undefined;
  accesses: Map<string, SlotAccesses> | undefined;
  /** Elements of mappings, since a user wants to know. */
  mappings: MappingRecord | undefined;
  /** Messages and changes that are written down. */
  diff: StateDiff | undefined;
  /** Accounts whose storage is arbitrary, with the slots that were written since. */
  readonly arbitrary: Map<string, Set<string>>;
  /** The next cheat code has to refuse, with these words or data; empty: any. */
  expectedRefusal: { readonly data: Uint8Array } | undefined;
  /** The next message must not revert so, else the run counts for nothing; none: in no way. */
  assumption: { readonly depth: number; readonly reverts: readonly PossibleRevert[] } | undefined;
  expectedCreations: ExpectedCreation[];
  /** Lines of console.log and of the log events of older test libraries. */
  lines: string[];
  /** Why the test is skipped, where it ends by that. */
  skipped: string | undefined;
  comparison: FailedComparison | undefined;
  /** An expectation that was not met, no matter who caught the revert. */
  unmet: string | undefined;
  /** A revert may be expected of the frame that expects it. */
  internalReverts = false;
  /** Objects that `serialize…` is making, by the names that tests give them. */
  readonly madeJson: Map<string, DataObject>;
  /** Keys that tests sign with by address. */
  readonly wallets: Map<string, bigint>;
  nextSnapshot: bigint;
  /** The message that ended last, with the gas that it had and used. */
  lastCall: { readonly limit: bigint; readonly used: bigint } | undefined;
  /** Where measuring gas was paused, and what the frame that paused gets back. */
  gasPause: { readonly depth: number; readonly gas: bigint } | undefined;
  gasReturned = 0n;
  /** Where measuring gas began: what a message from there got. */
  readonly gasMarks = new Map<
    string,
    { readonly gas: bigint; readonly group: string | undefined; readonly name: string }
  >();
  /** How many lines were read of files. */
  readonly openFiles: Map<string, number>;
  /** Addresses that tests were told contracts would get, by maker and nonce. */
  readonly promised: Map<string, string>;
  randomCount = 0;
  /** What random values follow from instead of the run's seed. */
  randomSeed: string | undefined;

  /** @param lines what has been said till now, where that isn't copied: a sequence of calls may say very much */
  constructor(from: TestState | Environment, lines?: string[]) {
    const earlier = from instanceof TestState ? from : undefined;
    this.internalReverts = earlier?.internalReverts ?? false;
    this.lines = lines ?? [...(earlier?.lines ?? [])];
    this.environment = from instanceof TestState ? from.environment : from;
    this.pranks = (earlier?.pranks ?? []).map((each) => ({ ...each }));
    this.expectedRevert = earlier?.expectedRevert && { ...earlier.expectedRevert };
    this.expectedEmits = (earlier?.expectedEmits ?? []).map((each) => ({ ...each }));
    this.ownLogs = [...(earlier?.ownLogs ?? [])];
    this.collectedLogs = [...(earlier?.collectedLogs ?? [])];
    this.expectedCalls = (earlier?.expectedCalls ?? []).map((each) => ({ ...each }));
    this.mocks = new Map(
      [...(earlier?.mocks ?? [])].map(([address, mocks]) => [address, mocks.map((each) => ({ ...each }))]),
    );
    this.labels = copied(earlier?.labels);
    this.blockHashes = copied(earlier?.blockHashes);
    this.snapshots = copied(earlier?.snapshots);
    this.madeJson = copied(earlier?.madeJson);
    this.wallets = copied(earlier?.wallets);
    this.promised = copied(earlier?.promised);
    this.arbitrary = new Map([...(earlier?.arbitrary ?? [])].map(([address, slots]) => [address, new Set(slots)]));
    this.expectedCreations = (earlier?.expectedCreations ?? []).map((each) => ({ ...each }));
    this.openFiles = copied(earlier?.openFiles);
    this.nextSnapshot = earlier?.nextSnapshot ?? 0n;
    this.recordedLogs = earlier?.recordedLogs && [...earlier.recordedLogs];
    this.mappings = earlier?.mappings;
  }

  /** The store goes back to a checkpoint: places behind it stay, with what was changed up to them. */
  keepSnapshots(store: StateStore, checkpoint: number): void {
    for (const [id, each] of this.snapshots) {
      if (each.checkpoint <= checkpoint) continue;
      const known = new Set(each.rows.map(({ table, key }) => `${table}\0${key}`));
      const between = store.changesBetween(checkpoint, each.checkpoint);
      const rows = [...each.rows, ...between.filter(({ table, key }) => !known.has(`${table}\0${key}`))];
      this.snapshots.set(id, { ...each, checkpoint, rows });
    }
  }

  /** Nothing is asked of messages: they may go as they are. */
  get idle(): boolean {
    return (
      this.pranks.length === 0 &&
      this.expectedRevert === undefined &&
      this.expectedEmits.length === 0 &&
      this.expectedCalls.length === 0 &&
      this.expectedCreations.length === 0 &&
      this.assumption === undefined &&
      this.diff === undefined &&
      this.mocks.size === 0
    );
  }
}
