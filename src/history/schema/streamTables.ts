import type { Table } from "../store/dialect";
import { blocksTable, changesTable, logsTable, transactionsTable } from "./baseTables";
import { isDecoded } from "./interfaceTables";

/** Events with the time of their block: where rows go that no one joins with others. */
export const timedLogsTable: Table = { ...logsTable, columns: [...logsTable.columns, { name: "time", type: "time" }] };

const streamed: ReadonlySet<string> = new Set(
  [blocksTable, transactionsTable, logsTable, changesTable].map(({ name }) => name),
);

/** Whether rows of a table say something of one block alone: sums over blocks, and what an index knows of itself, don't. */
export const isStreamed = (table: Table): boolean => isDecoded(table) || streamed.has(table.name);
