import type { LocalizableText } from "../../text/catalogue";

/**
 * How a fact is known: seen on a running node, read in the source of the release, read in a branch that was never released, or said by
 * release notes and texts around them alone. What rests on notes is replaced when it is measured.
 */
export type Evidence = "measured" | "source" | "branch" | "notes";

/** 0: the classic executor, 1: the baseline executor. */
export type ExecutorVersion = 0 | 1;

/** A flag of the system configuration, which only ever is switched on. */
export interface FlagFact {
  readonly name: string;
  /** First release whose program knows it. */
  readonly since: string;
  /** First release that takes it in config.genesis, where that is a later one. */
  readonly genesisSince?: string;
  /** Data versions that switch it on, at genesis and when a chain rises past them; empty: only a transaction does. */
  readonly onWith: readonly string[];
  /** The flag that has to be on before. */
  readonly needs?: string;
  /** Executors on which it changes something; not told for flags older than 3.17. @public Held against the recordings. */
  readonly executors?: readonly ExecutorVersion[];
  /** What it changes for contracts, gas and clients; not told for flags older than 3.17. */
  readonly effect?: LocalizableText;
  /** @public Read before a fact is changed. */
  readonly evidence: Evidence;
}

/** What the generator of a release makes where nothing else is said. */
export interface NewChainFacts {
  readonly compatibilityVersion: string;
  readonly executorVersion: ExecutorVersion;
  /** @public Read before a fact is changed. */
  readonly evidence: Evidence;
}

/** A way in which a program behaves, whatever the data version of its chain is. */
export interface BehaviourFact {
  readonly name: Behaviour;
  /** @public Read before a fact is changed. */
  readonly evidence: Evidence;
}

/** Behaviours that came with a program, each said in the facts of the release that brought it. */
export type Behaviour =
  /** A `to` that is neither empty nor 40 hex digits is refused with 10003. */
  | "checksFormOfTo"
  /** A transaction type other than 0 and 1 is refused with 10003. */
  | "checksTransactionType"
  /** The client's hash isn't compared: it is reckoned anew; an empty one is refused with 10003. */
  | "reckonsHashItself"
  /** A native transaction of a version above 2 stops block production, or ends the process under the classic executor. */
  | "stopsAtTransactionVersion"
  /** The answer of a transaction whose block limit passed in the pool has the status 10010. */
  | "tellsExpired"
  /** The pool, not the web3 port, looks at the sender's balance, by the chain's gas price. */
  | "poolChecksBalance"
  /** Hex of raw transactions may have an odd length and a capital X. */
  | "lenientRawHex"
  /** Paths and names as addressee of a call are looked for as addresses. */
  | "callsAnyName"
  /** 0x5003 answers direct calls only with its feature. */
  | "gatesPaillier"
  /** Consensus messages are signed with their kind: nodes without this can't verify them, while these verify those of older nodes. */
  | "signsKindOfMessage"
  /** A node takes a limited number of connections of one address ([p2p] max_sessions_per_ip). */
  | "capsSessionsOfAddress"
  /** A recovery byte above 3 is refused instead of ending the process. */
  | "guardsRecoveryByte"
  /** eth_estimateGas looks for the smallest limit that succeeds. */
  | "estimatesByBisection";

/** A key of config.ini, described as the schema of configurations describes its keys. */
interface ConfigKeyFact {
  readonly section: string;
  readonly key: string;
  readonly since: string;
}

export interface ReleaseFacts {
  /** `3.17.0` */
  readonly version: string;
  /** @public Read before a fact is changed. */
  readonly evidence: Evidence;
  /** Whether programs of this release were published; else what is known comes from a branch. */
  readonly published: boolean;
  /** Left out where there was no generator of its own. */
  readonly newChain?: NewChainFacts;
  /** New flags in the order in which the program lists them. */
  readonly flags?: readonly FlagFact[];
  /** The flag behind which the program lists the new ones. */
  readonly flagsBehind?: string;
  /** New keys of config.ini. */
  readonly configKeys?: readonly ConfigKeyFact[];
  readonly behaviours?: readonly BehaviourFact[];
}
