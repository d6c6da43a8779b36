import type { StoredValue } from "../store/historyStore";
import type { QueryResult, ResultColumn } from "./queryResult";

export interface QueryOptions {
  /** Values of named parameters, without the colon. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** The query is ended after so long. Default 30,000. */
  readonly timeMs?: number;
}

/** Takes a row; says false where it wants no more. */
export type TakeRow = (row: StoredValue[], columns: readonly ResultColumn[]) => boolean;

export interface EndOfRows {
  readonly columns: readonly ResultColumn[];
  /** There are more than were taken. */
  readonly more: boolean;
}

/** An index that is asked, and only read: by the means of its database nothing that is asked can change it or run for ever. */
export interface HistoryQueries {
  /** @throws ChainError usage `historyQuery…`, `historyBusy`; of a server also transport `historyDatabaseAway` */
  ask(sql: string, most: number, options?: QueryOptions): QueryResult | Promise<QueryResult>;
  /** Hands each row over until that says false. @throws as `ask` */
  each(sql: string, options: QueryOptions, take: TakeRow): EndOfRows | Promise<EndOfRows>;
  close(): void | Promise<void>;
}
