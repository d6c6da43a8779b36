import type { HistoryQueries } from "../query/historyQueries";
import type { HistoryStore } from "../store/historyStore";
import type { DatabaseTarget } from "./databaseTarget";

/** Opens a server's database to index into it; its driver is loaded then. @throws ChainError as the stores' `open` */
export async function openServerStore(target: DatabaseTarget): Promise<HistoryStore> {
  if (target.engine === "postgres") return (await import("./postgresStore")).PostgresStore.open(target);
  return (await import("./mysqlStore")).MysqlStore.open(target);
}

/** Opens a server's database to ask it. @throws ChainError as the queries' `open` */
export async function openServerQueries(target: DatabaseTarget): Promise<HistoryQueries> {
  if (target.engine === "postgres") return (await import("./postgresQueries")).PostgresQueries.open(target);
  return (await import("./mysqlQueries")).MysqlQueries.open(target);
}
