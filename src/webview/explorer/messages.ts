import type { ShownStory } from "../shared/messages";

/** What the explorer's page asks its host, and what it gets. Everything is ready to show: no key, no endpoint's secrets. */
export type ExplorerQuestion =
  | { kind: "overview" }
  /** `before`: blocks below this number; absent: the newest. */
  | { kind: "blocks"; before?: number; count: number }
  /** Number, block hash, transaction hash or address, as typed into the search box. */
  | { kind: "find"; text: string }
  /** `hash`: the one that was searched for. */
  /** `first`: the first of its transactions that is shown. */
  | { kind: "block"; number: number; hash?: string; first?: number }
  | { kind: "transaction"; hash: string }
  | { kind: "address"; address: string };

export interface BlockLine {
  number: number;
  hash: string;
  timestampMs: number;
  transactions: number;
  gasUsed: string;
  /** The node has deleted its transactions and receipts. */
  archived: boolean;
  /** Node ID of the proposer; empty in the genesis block. */
  sealer: string;
  /** What that node is called here. */
  sealerName?: string;
}

export interface NodeLine {
  nodeId: string;
  /** What it is called here. */
  name?: string;
  /** Its place in the group. */
  role: "sealer" | "candidateSealer" | "observer" | "other";
  weight?: number;
  /** Height it reported; absent when it is not heard of. */
  height?: number;
  reachable: boolean;
  leader: boolean;
  self: boolean;
}

export interface Overview {
  kind: "overview";
  height: number;
  transactions: number;
  failed: number;
  pending: number;
  view: number;
  /** `silent`: the node has not answered the last question yet. */
  state: "working" | "changing" | "stopped" | "silent";
  /** What is wrong with the group, since when, because of what, and what to do. */
  story: ShownStory;
  /** How many sealers may fail, by weight. */
  maxFaulty: number;
  nodes: NodeLine[];
  /** Newest last. */
  recent: BlockLine[];
}

/** What is proven of an answer, checked here and not by the node. */
export interface PageVerdict {
  what: "block" | "transaction" | "receipt";
  /** The whole chain of reasons holds. Nothing else bears a tick. */
  verified: boolean;
  /** `contained`: all is proven but which transaction of the block it belongs to. */
  outcome: "proven" | "contained" | "unproven" | "false";
  summary: string;
  links: { name: string; state: "proven" | "unproven" | "false"; reason: string }[];
  /** Names members that nothing proves; empty when there are none. */
  uncovered: string;
}

interface NamedValue {
  name: string;
  type: string;
  value: string;
}

export interface DecodedPart {
  /** `set(string)` or `Greeted(address,string)`. */
  signature: string;
  values: NamedValue[];
}

/** A transaction in a list; what could not be had is left out. */
export interface TransactionLine {
  hash: string;
  /** `HelloWorld.set("hello")`, else the function's selector; empty for a deployment. */
  call?: string;
  from?: string;
  /** Empty for a deployment. */
  to?: string;
  /** What its addresses are called here. */
  names: Record<string, string>;
  block?: number;
  timeMs?: number;
  /** 0: it succeeded. */
  status?: number;
  gas?: number;
}

export interface BlockPage {
  kind: "block";
  block: BlockLine;
  parentHash: string;
  stateRoot: string;
  transactionsRoot: string;
  receiptsRoot: string;
  version: string;
  /** Those that are shown, from `firstShown` of them on. */
  transactions: TransactionLine[];
  /** Whose transactions ran against their nonces, in a sentence each. */
  orderNotes: string[];
  firstShown: number;
  /** So many are shown at a time. */
  atOnce: number;
  /** Where archived transactions are looked up; absent when nowhere. */
  archive?: string;
  verdicts: PageVerdict[];
}

export interface TransactionPage {
  kind: "transaction";
  hash: string;
  /** The archive query service that gave it, because the node has it no more. */
  archive?: string;
  /** Absent while it waits in the pool. */
  block?: number;
  /** When its block was made. */
  timeMs?: number;
  status?: number;
  /** Name of the status. */
  statusName?: string;
  revertReason?: string;
  from: string;
  /** What to say beside the sender where nothing on the chain names it. */
  fromNote?: string;
  to: string;
  /** What its addresses are called here. */
  names: Record<string, string>;
  contractAddress?: string;
  gasUsed?: string;
  /** What was sent along, in wei and ether; absent where nothing was. */
  amount?: string;
  nonce: string;
  blockLimit: string;
  version: number;
  input: string;
  decodedInput?: DecodedPart;
  output?: string;
  decodedOutput?: DecodedPart;
  events: { address: string; decoded?: DecodedPart; topics: string[]; data: string }[];
  verdicts: PageVerdict[];
}

export interface AddressPage {
  kind: "address";
  address: string;
  /** `contract`: it holds code. */
  what: "contract" | "account" | "builtin";
  name?: string;
  codeBytes?: number;
  /** It runs other contracts' code: in words how that is known, and whose. */
  proxy?: { found: string; implementations: string[] };
  functions: string[];
  events: string[];
  /** What was sent or looked at from here, newest first: no node lists transactions by address. */
  known: TransactionLine[];
  history?: HistoryView;
}

export type HistoryPart = "sent" | "received" | "created" | "named" | "rights" | "balances";

/** Which transactions of a part are wanted, and in which order. */
export interface HistoryFilter {
  /** What the function's signature, or selector, contains. */
  call?: string;
  failed?: boolean;
  /** Milliseconds since 1970, both in it. */
  from?: number;
  to?: number;
  order?: "newest" | "oldest" | "gas";
}

/** Behind which line a page begins. */
export interface HistoryCursor {
  tx: number;
  /** Of that line, where gas is what they are ordered by. */
  gas?: number;
}

/** Transactions, or events naming the address, newest first. */
export interface HistoryLines {
  lines: (TransactionLine & {
    /** The contract that it made. */
    created?: string;
    /** Of an event: its signature and the parameter with the value. */
    event?: string;
    /** Of a change of rights: what was done, and with what. */
    action?: string;
    arguments?: string;
    /** Of a token: what the account got of it (`-`: gave), and then had; no balance where there is too much to add up. */
    change?: string;
    balance?: string;
  })[];
  /** More are there: what they are asked for by. */
  next?: HistoryCursor;
}

/** What an index has of an address. */
export interface AddressHistoryView {
  kind: "index";
  /** The blocks that it has. */
  low: number;
  high: number;
  sent: number;
  received: number;
  /** Who made it. */
  maker?: TransactionLine;
  parts: Record<HistoryPart, HistoryLines>;
  functions: { call: string; calls: number; callers: number; failed: number; gas: number }[];
  failures: { status: number; error: string; call: string; failures: number }[];
}

/** `none`: the group has no index yet; `failed`: why it can't be asked. */
export type HistoryView = AddressHistoryView | { kind: "none"; making?: true } | { kind: "failed"; problem: string };

/** What a search in an index found. */
export interface FoundPage {
  kind: "found";
  text: string;
  lines: {
    kind: "block" | "transaction" | "address" | "event" | "change" | "argument";
    /** Number of a block, hash of a transaction, address. */
    key: string;
    block?: number;
    time?: number;
    text?: string;
  }[];
}

export interface BlocksPage {
  kind: "blocks";
  blocks: BlockLine[];
  /** There are newer ones above the first one. */
  newer: boolean;
  /** More below the last one. */
  more: boolean;
}

export type ExplorerAnswer = Overview | BlocksPage | BlockPage | TransactionPage | AddressPage | FoundPage;

/** What a page unfolds: of a transaction (its hash) or of a contract (its address). */
export interface PartQuestion {
  what: "changes" | "gas" | "storage";
  id: string;
}

/** Ready to show: what there is to know of it, and tables. */
export interface InspectedPart {
  notes: string[];
  tables: { title: string; address?: string; head: string[]; rows: string[][] }[];
}

/** What the page and its host say to each other. */
export interface ExplorerProtocol {
  readonly asks: {
    readonly page: { readonly question: ExplorerQuestion; readonly answer: ExplorerAnswer };
    readonly part: { readonly question: PartQuestion; readonly answer: InspectedPart };
    readonly history: {
      readonly question: {
        readonly address: string;
        readonly part: HistoryPart;
        readonly filter?: HistoryFilter;
        readonly after?: HistoryCursor;
      };
      readonly answer: HistoryLines;
    };
  };
  readonly says: {
    readonly copy: string;
    /** Hash of a transaction. */
    readonly debug: string;
    /** A list as a query: sorted, filtered and exported there. */
    readonly query: { readonly address: string; readonly part: HistoryPart; readonly filter?: HistoryFilter };
    /** The address of what is shown, for others. */
    readonly link: ExplorerQuestion;
    /** Make an index of the group. */
    readonly index: null;
    readonly openDocument: { readonly what: "block" | "transaction" | "address"; readonly id: string };
  };
  readonly tells: {
    readonly height: number;
    /** Time to look again: how a group fares changes without a block, too. */
    readonly refresh: null;
    readonly show: ExplorerQuestion;
    /** The group's index has all blocks now. */
    readonly indexed: null;
    /** Whether the chain is there; `problem` is empty when it is. */
    readonly connection: { readonly problem: string };
  };
}

/** What the page keeps over hiding and over a new load of the window. */
export interface ExplorerState {
  readonly groupId: string;
  readonly title: string;
  readonly history: ExplorerQuestion[];
}

/** Set by the host before the page's script runs. */
export interface ExplorerStart {
  groupId: string;
  title: string;
  first: ExplorerQuestion;
  texts: ExplorerTexts;
}

export type ExplorerTexts = Record<
  | ("overview" | "blocks" | "search" | "searchHint" | "height" | "transactions" | "failed" | "pending" | "view")
  | ("consensus" | "healthy" | "timedOut" | "stopped" | "silent" | "nodes" | "node" | "role" | "sealer")
  | ("candidateSealer" | "observer" | "other" | "weight" | "gap" | "reachable" | "unreachable" | "leader")
  | ("thisNode" | "recentBlocks" | "transactionsPerBlock" | "chartSpoken" | "logScale" | "wholeChart" | "localTime")
  | ("number" | "hash" | "time" | "gasUsed" | "proposer" | "older" | "newer" | "archived" | "archivedBlock")
  | ("archivedUnknown" | "fromArchive" | "rate" | "interval" | "seconds" | "andMore" | "newest" | "block")
  | ("transaction" | "address" | "parent" | "stateRoot" | "transactionsRoot" | "receiptsRoot" | "version")
  | ("checks" | "receipt" | "status" | "success" | "waiting" | "from" | "to" | "deployment" | "contract" | "nonce")
  | ("blockLimit" | "input" | "output" | "events" | "raw" | "decoded" | "none" | "copy" | "back" | "account")
  | ("builtin" | "code" | "bytes" | "proxy" | "implementation" | "functions" | "method" | "knownHere")
  | ("knownHereNote" | "listNote" | "earlier" | "later" | "reason" | "loading" | "retry" | "asDocument" | "debug")
  | ("amount" | "name" | "type" | "value" | "maxFaulty" | "peers" | "changes" | "gasByLine" | "storage" | "indexed")
  | ("noIndex" | "makeIndex" | "sent" | "received" | "created" | "named" | "maker" | "calls" | "callers")
  | ("gasAverage" | "functionsByCount" | "failuresByReason" | "failures" | "event" | "parameter" | "found")
  | ("foundNone" | "what" | "change" | "rights" | "action" | "arguments" | "order" | "newestFirst" | "oldestFirst")
  | ("maxGas" | "onlyFailed" | "containing" | "since" | "until" | "filter" | "asQuery" | "copyLink" | "noneFits")
  | ("balances" | "balance" | "balanceChange" | "token" | "notAdded" | "making"),
  string
>;
