import type { ChainAnswer, ChainQuestion } from "../../chain/transport/answeredTransport";
import type { OrderOf } from "../../processes/protocol";
import type { HistoryCursor, HistoryFilter, HistoryPart } from "../../webview/explorer/messages";
import type { QueryRows } from "../../webview/queryResult/messages";
import type { ResultFormat } from "../export/resultWriter";
import type { GivenAbi } from "../indexing/contractLookUp";
import type { IndexProgress } from "../indexing/groupIndexer";
import type { AddressHistory } from "../query/addressHistory";
import type { ChainCharts, WantedCharts } from "../query/chainCharts";
import type { FoundLine } from "../query/findInHistory";
import type { QueryTable } from "../query/queryTables";
import type { QuestionText } from "../query/questions";

// What the history program and its starter tell each other, over the channel of a child process. Types alone: the extension shares them.

export type {
  AddressHistory,
  FoundLine,
  GivenAbi,
  HistoryCursor,
  HistoryFilter,
  HistoryPart,
  IndexProgress,
  QueryTable,
  ResultFormat,
};

/** What is known of a query before it runs. */
export interface CheckedQuery {
  /** Names behind the colons, each once. */
  readonly parameters: readonly string[];
  /** Why it can't run: a code of ours with its words, and where in the text SQLite stopped (UTF-16), where it says. */
  readonly problem?: { readonly code: string; readonly message: string; readonly at?: number };
}

export type QueryParameters = Readonly<Record<string, string | number>>;

export interface IndexOrder {
  /** Absolute. */
  readonly file: string;
  /** Of the node, for people. */
  readonly label: string;
  readonly group: string;
  readonly node: string;
  /** Lowest block. */
  readonly from: number;
  readonly given: readonly GivenAbi[];
  /** Bytes that the file may have. */
  readonly budget: number;
  /** Address of the archive query service. */
  readonly archive?: string;
}

/** What the history program does. */
export interface HistoryProtocol {
  readonly orders: {
    /** Indexes and follows a group until it is cancelled. */
    readonly index: OrderOf<IndexOrder, IndexProgress, IndexProgress>;
    readonly query: OrderOf<
      { readonly file: string; readonly sql: string; readonly max: number; readonly parameters: QueryParameters },
      QueryRows
    >;
    readonly check: OrderOf<{ readonly file: string; readonly sql: string }, CheckedQuery>;
    readonly tables: OrderOf<{ readonly file: string }, readonly QueryTable[]>;
    /** Writes a result with all its rows into a file; gives how many. */
    readonly write: OrderOf<
      {
        readonly file: string;
        readonly sql: string;
        readonly parameters: QueryParameters;
        readonly to: string;
        readonly format: ResultFormat;
      },
      number
    >;
    readonly questions: OrderOf<null, readonly QuestionText[]>;
    readonly address: OrderOf<
      {
        readonly file: string;
        readonly address: string;
        readonly part?: HistoryPart;
        readonly filter?: HistoryFilter;
        readonly after?: HistoryCursor;
      },
      AddressHistory
    >;
    readonly find: OrderOf<{ readonly file: string; readonly text: string }, readonly FoundLine[]>;
    readonly charts: OrderOf<WantedCharts & { readonly file: string }, ChainCharts>;
  };
  readonly asks: {
    readonly chain: { readonly question: ChainQuestion; readonly answer: ChainAnswer };
    /** Waits until there may be a block above this height. */
    readonly newBlock: { readonly question: number; readonly answer: null };
  };
}
