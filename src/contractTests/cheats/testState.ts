/** A log as a contract has given it. */
export interface SeenLog {
  /** 40 lower-case hex digits. */
  readonly address: string;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

/** What the block and the transaction look like to contracts, where it is not the chain's to say. */
export interface Surroundings {
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
}

/** A revert that a message has to end with. */
export interface ExpectedRevert {
  readonly depth: number;
  /** Undefined: whatever it says. */
  readonly data: Uint8Array | undefined;
  /** Only the beginning counts. */
  readonly partial: boolean;
  readonly reverter: string | undefined;
  /** How often; undefined: the next message. */
  readonly count: number | undefined;
  seen: number;
  /** Who reverted first below the message. */
  revertedBy: string | undefined;
}

/** An event that a message has to emit; what it has to look like is the next log of whoever asked. */
export interface ExpectedEmit {
  readonly depth: number;
  /** Topics (the first is the event's own, or also free with an anonymous one) and data. */
  readonly checks: readonly boolean[];
  readonly anonymous: boolean;
  readonly address: string | undefined;
  readonly count: number | undefined;
  template: SeenLog | undefined;
  seen: number;
}

/** A message that has to be sent before the test ends. */
export interface ExpectedCall {
  readonly address: string;
  readonly data: Uint8Array;
  readonly value: bigint | undefined;
  readonly count: number | undefined;
  seen: number;
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
export interface Snapshot {
  readonly checkpoint: number;
  readonly surroundings: Surroundings;
}

/** A comparison that did not hold, for who shows both sides. */
export interface FailedComparison {
  readonly message: string;
  readonly actual: string;
  readonly expected: string;
}

/** What cheat codes have asked for. A test begins with what `setUp` left. */
export class TestState {
  surroundings: Surroundings;
  pranks: Prank[] = [];
  expectedRevert: ExpectedRevert | undefined;
  expectedEmits: ExpectedEmit[] = [];
  expectedCalls: ExpectedCall[] = [];
  readonly mocks: Map<string, Mock[]>;
  readonly labels: Map<string, string>;
  readonly blockHashes: Map<bigint, Uint8Array>;
  readonly snapshots: Map<bigint, Snapshot>;
  recordedLogs: SeenLog[] | undefined;
  accesses: Map<string, { readonly reads: string[]; readonly writes: string[] }> | undefined;
  /** Lines of console.log and of the log events of older test libraries. */
  readonly lines: string[] = [];
  /** The run was thrown away by `assume`. */
  rejected = false;
  /** Why the test was skipped. */
  skipped: string | undefined;
  comparison: FailedComparison | undefined;
  /** An expectation that was not met, whoever caught the revert. */
  unmet: string | undefined;
  nextSnapshot: bigint;
  lastCallGas = 0n;
  randomCount = 0;

  constructor(from: TestState | Surroundings) {
    const earlier = from instanceof TestState ? from : undefined;
    this.surroundings = from instanceof TestState ? from.surroundings : from;
    this.pranks = [...(earlier?.pranks ?? [])];
    this.expectedRevert = earlier?.expectedRevert && { ...earlier.expectedRevert };
    this.expectedEmits = (earlier?.expectedEmits ?? []).map((each) => ({ ...each }));
    this.expectedCalls = (earlier?.expectedCalls ?? []).map((each) => ({ ...each }));
    this.mocks = new Map(
      [...(earlier?.mocks ?? [])].map(([address, mocks]) => [address, mocks.map((each) => ({ ...each }))]),
    );
    this.labels = new Map(earlier?.labels);
    this.blockHashes = new Map(earlier?.blockHashes);
    this.snapshots = new Map(earlier?.snapshots);
    this.nextSnapshot = earlier?.nextSnapshot ?? 0n;
    this.recordedLogs = earlier?.recordedLogs && [...earlier.recordedLogs];
  }

  /** Nothing is asked of messages: they may go as they are. */
  get idle(): boolean {
    return (
      this.pranks.length === 0 &&
      this.expectedRevert === undefined &&
      this.expectedEmits.length === 0 &&
      this.expectedCalls.length === 0 &&
      this.mocks.size === 0
    );
  }
}
