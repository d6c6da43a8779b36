/** Whose events a page shows. */
interface EventsSubject {
  /** Which connection and group. */
  groupId: string;
  /** Address or BFS path, as it was given; empty: every contract of the group. */
  target: string;
  name: string;
}

/** What is wanted, as it is typed. */
export interface EventsFilter {
  /** Signatures; none: all. */
  events: string[];
  /** For each indexed parameter of the one chosen event; empty: any. */
  values: string[];
  /** Block numbers; an empty end stays open. */
  from: string;
  to: string;
}

/** An event of the contract's ABI. */
export interface EventsChoice {
  signature: string;
  name: string;
  /** `hashed`: the log has the hash alone. */
  indexed: { name: string; type: string; hashed: boolean }[];
}

export interface EventValue {
  name: string;
  type: string;
  /** JSON for lists and structs. */
  value: string;
  /** The value as it is shown where more is known of it: with names behind addresses, and amounts in ether. */
  noted?: string;
  indexed: boolean;
  /** The value is the hash of the argument. */
  hashed: boolean;
}

/** One event as the page shows it. */
export interface EventRow {
  block: number;
  transaction: string;
  transactionIndex: number;
  /** Index inside the transaction's receipt. */
  log: number;
  address: string;
  /** Name of the contract, where it is known. */
  contract: string;
  /** Empty when it isn't known what it is. */
  event: string;
  signature: string;
  values: EventValue[];
  topics: string[];
  data: string;
}

/** How far the page has come. */
export interface EventsState {
  /** `ended`: the range ends in the past. */
  live: "connecting" | "push" | "poll" | "paused" | "ended" | "failing" | "disconnected";
  height?: number;
  /** Blocks before this one have not been looked through. */
  from?: number;
  /** The history is being read: blocks done and blocks in all. */
  history?: { done: number; all: number };
  /** What hinders, and what to do. */
  problem: string;
}

/** What the page of events and its host say to each other. */
export interface EventsProtocol {
  readonly asks: Record<never, never>;
  readonly says: {
    readonly apply: EventsFilter;
    readonly pause: boolean;
    readonly clear: null;
    /** Look through more blocks before the ones shown; or end the look that is under way. */
    readonly older: null;
    readonly stopHistory: null;
    readonly open: { readonly what: "block" | "transaction" | "address"; readonly key: string };
    readonly copy: string;
    readonly save: { readonly format: "json" | "csv"; readonly text: string };
    readonly choose: null;
  };
  readonly tells: {
    /** What can be chosen, and what is: known once the chain was asked. */
    readonly setup: { address: string; choices: EventsChoice[]; filter: EventsFilter; paused: boolean };
    /** `reset`: these are all there are. */
    readonly rows: { rows: EventRow[]; reset: boolean };
    /** The oldest rows make room: so many stay. */
    readonly drop: number;
    readonly state: EventsState;
    /** What is wrong with a field: `from`, `to`, or the position of a parameter. Empty: nothing. */
    readonly checked: Record<string, string>;
  };
}

export interface EventsStart {
  subject: EventsSubject;
  place: string;
  texts: EventsTexts;
}

/** Kept while the page is hidden and when the window is loaded anew. */
export interface EventsPageState {
  subject: EventsSubject;
  place: string;
  filter?: EventsFilter;
  find: string;
}

/** The page's words; the host fills them in. */
export interface EventsTexts {
  allContracts: string;
  chooseContract: string;
  events: string;
  allEvents: string;
  eventCount: string;
  any: string;
  hashHint: string;
  alternativesHint: string;
  fromBlock: string;
  toBlock: string;
  openEnd: string;
  apply: string;
  pause: string;
  resume: string;
  clear: string;
  exportJson: string;
  exportCsv: string;
  find: string;
  block: string;
  event: string;
  contract: string;
  transaction: string;
  position: string;
  data: string;
  topic: string;
  copy: string;
  details: string;
  rowCount: string;
  rowCountFound: string;
  noRows: string;
  reading: string;
  stop: string;
  older: string;
  lookedFrom: string;
  hashed: string;
  unknown: string;
  live: Record<EventsState["live"], string>;
}
