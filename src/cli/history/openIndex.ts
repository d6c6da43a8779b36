import { ChainError } from "../../errors/chainError";
import type { HistoryQueries } from "../../history/query/historyQueries";
import { type DatabaseTarget, databaseTarget } from "../../history/servers/databaseTarget";
import type { HistoryStore } from "../../history/store/historyStore";
import { t } from "../../text/catalogue";
import { passwordOfVariable, readPassword } from "../account/passwords";
import type { IndexLocation } from "./indexFile";

const variable = "CHAINSIDE_DATABASE_PASSWORD";

/** Opens a server's database with the password of a file or the environment; where it wants one and there is none, it is asked for. */
async function withPassword<Opened>(
  url: string,
  passwordFile: string | undefined,
  open: (target: DatabaseTarget) => Promise<Opened>,
): Promise<Opened> {
  const isGiven = passwordFile !== undefined || passwordOfVariable(variable) !== undefined;
  const password = isGiven ? await readPassword(passwordFile, variable, "") : undefined;
  const target = databaseTarget(url, password);
  try {
    return await open(target);
  } catch (error) {
    const wants =
      error instanceof ChainError && error.code === "historyDatabaseDenied" && target.password === undefined;
    const typed = wants ? await readPassword(undefined, variable, `${t("Password of the database:")} `) : undefined;
    if (typed === undefined) throw error;
    return open({ ...target, password: typed });
  }
}

/** Opens an index to write in it. @throws ChainError as the stores' `open` */
export async function openStore(place: IndexLocation, passwordFile: string | undefined): Promise<HistoryStore> {
  if ("file" in place) return (await import("../../history/sqlite/sqliteStore")).SqliteStore.open(place.file);
  const { openServerStore } = await import("../../history/servers/openServer");
  return withPassword(place.url, passwordFile, openServerStore);
}

/** Opens an index to ask it. @throws ChainError as the queries' `open` */
export async function openQueries(place: IndexLocation, passwordFile: string | undefined): Promise<HistoryQueries> {
  if ("file" in place) return (await import("../../history/query/sqliteQuery")).SqliteQueries.open(place.file);
  const { openServerQueries } = await import("../../history/servers/openServer");
  return withPassword(place.url, passwordFile, openServerQueries);
}
