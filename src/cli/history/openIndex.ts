import { resolve } from "node:path";
import { ChainError } from "../../errors/chainError";
import type { HistoryQueries } from "../../history/query/historyQueries";
import { type DatabaseTarget, databaseTarget } from "../../history/servers/databaseTarget";
import type { HistorySink } from "../../history/store/historySink";
import type { HistoryStore } from "../../history/store/historyStore";
import { t, text } from "../../text/catalogue";
import { passwordOfVariable, readPassword } from "../account/passwords";
import type { Usage } from "../output/usageText";
import type { IndexLocation, SinkLocation } from "./indexFile";

const variable = "CHAINSIDE_DATABASE_PASSWORD";

/** Opens a server's database with the password of a file or the environment; where it wants one and there is none, it is asked for. */
async function withPassword<Opened>(
  url: string,
  passwordFile: string | undefined,
  open: (target: DatabaseTarget) => Promise<Opened>,
): Promise<Opened> {
  const target = databaseTarget(url, await givenPassword(passwordFile));
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

/**
 * Opens a sink.
 * @param folder where the folder of a sink begins
 * @throws ChainError as `openSink`
 */
export async function openSinkIn(
  { sink }: SinkLocation,
  password: string | undefined,
  folder = process.cwd(),
): Promise<HistorySink> {
  const { sinkTarget } = await import("../../history/sinks/sinkTarget");
  const { openSink } = await import("../../history/sinks/openSink");
  const target = sinkTarget(sink, password);
  return openSink(target.kind === "parquet" ? { ...target, name: resolve(folder, target.name) } : target);
}

/** The password of a file or the environment; undefined where neither has one. */
export async function givenPassword(passwordFile: string | undefined): Promise<string | undefined> {
  const isGiven = passwordFile !== undefined || passwordOfVariable(variable) !== undefined;
  return isGiven ? readPassword(passwordFile, variable, "") : undefined;
}

/** Opens an index to ask it. @throws ChainError as the queries' `open` */
export async function openQueries(place: IndexLocation, passwordFile: string | undefined): Promise<HistoryQueries> {
  if ("file" in place) return (await import("../../history/query/sqliteQuery")).SqliteQueries.open(place.file);
  const { openServerQueries } = await import("../../history/servers/openServer");
  return withPassword(place.url, passwordFile, openServerQueries);
}

/** The option that names the file with a database's password. */
export const databasePasswordUsage: Usage["options"][number] = [
  "--password-file FILE",
  text(
    "file with the database's password (default: the variable CHAINSIDE_DATABASE_PASSWORD; else you're asked for it at the terminal)",
  ),
];
