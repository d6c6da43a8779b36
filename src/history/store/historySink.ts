import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import type { Table } from "./dialect";
import type { StoredRow } from "./historyStore";

/** Which chain an index is of. */
export interface IndexIdentity {
  readonly chainId: string;
  readonly groupId: string;
  /** The suite's name. */
  readonly suite: string;
  /** The hash by which the chain goes; empty as long as it has no block 1, for it may change until then. */
  readonly genesis: string;
}

/** @throws ChainError usage `historyOtherChain` where an index, or what stands in its place, is of another chain than the one asked */
export function requireSameIdentity(database: string, own: IndexIdentity, asked: IndexIdentity): void {
  const isSame = own.chainId === asked.chainId && own.groupId === asked.groupId && own.suite === asked.suite;
  if (isSame && (own.genesis === "" || asked.genesis === "" || own.genesis === asked.genesis)) return;
  const words = ({ chainId, groupId, genesis }: IndexIdentity): string => `${chainId} ${groupId} ${genesis}`.trim();
  throw clientError("historyOtherChain", { database, expected: words(own), found: words(asked) });
}

/** How far a sink is. */
export interface SinkPosition extends IndexIdentity {
  /** The first block that it has, and the lowest that it hasn't yet. */
  readonly from: number;
  readonly next: number;
  /** Of the block below `next`; empty where there is none. */
  readonly hash: string;
}

/** Rows of one table, each with a value for each column. */
export interface TableRows {
  readonly table: Table;
  readonly rows: readonly StoredRow[];
}

/**
 * Where rows of blocks go that are only ever added, from the lowest block upwards: nothing is asked there and nothing changed. One writer
 * at a time writes into it.
 */
export interface HistorySink {
  /** For people: without user and password. */
  readonly label: string;
  /**
   * Where it goes on, by what it has for good; undefined where it has nothing. What a writer that ended left half done is gone then.
   * @throws ChainError transport `historyDatabaseAway`; usage `historyDatabaseDenied`, `historyDatabaseRefused`, `historyBusy`
   */
  position(): Promise<SinkPosition | undefined>;
  /**
   * Takes rows of neighboring blocks, with where it goes on behind them. For good they are there after this or the next `flush`.
   * @throws as `position`
   */
  write(all: readonly TableRows[], position: SinkPosition): Promise<void>;
  /**
   * Writes for good what it has.
   * @param mayWait there is nothing else to write just now: what makes files may leave it for a minute, and is asked again
   * @throws as `position`
   */
  flush(mayWait?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** How far a sink has a chain, as it keeps that itself (`SinkPosition`): read again, it is checked. */
export const positionSchema = v.object({
  chainId: v.string(),
  groupId: v.string(),
  suite: v.string(),
  genesis: v.string(),
  from: v.number(),
  next: v.number(),
  hash: v.string(),
});
