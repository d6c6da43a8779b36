import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import {
  type EndOfRows,
  type HistoryQueries,
  keptRows,
  type QueryOptions,
  type QueryResult,
  type TakeRow,
  usualTimeMs,
} from "../query/historyQueries";
import type { DatabaseTarget } from "./databaseTarget";

/** What a server is asked with: the time that a query has, its parameters. */
export interface ServerQuery {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly timeMs: number;
}

/** Queries to a server, whose connection does one thing at a time. */
export abstract class ServerQueries implements HistoryQueries {
  constructor(protected readonly target: DatabaseTarget) {}

  /** Asks in a transaction that only reads. */
  protected abstract run(query: ServerQuery, take: TakeRow): Promise<EndOfRows>;
  /** What made it fail, in words of ours. */
  protected abstract trouble(error: unknown, query: ServerQuery): unknown;
  abstract close(): Promise<void>;

  async ask(sql: string, max: number, options: QueryOptions = {}): Promise<QueryResult> {
    const { rows, take } = keptRows(max);
    return { ...(await this.each(sql, options, take)), rows };
  }

  async each(sql: string, { parameters = {}, timeMs = usualTimeMs }: QueryOptions, take: TakeRow): Promise<EndOfRows> {
    const query = { sql, parameters, timeMs };
    try {
      return await this.run(query, take);
    } catch (error) {
      throw this.trouble(error, query);
    }
  }
}

/** What the database refused is the query's own fault, for it was asked with rights to read. */
export function wrongQuery(error: unknown): unknown {
  if (!(error instanceof ChainError) || error.code !== "historyDatabaseRefused") return error;
  return clientError("historyQueryWrong", { reason: String(error.details["reason"] ?? "") }, { cause: error });
}
