import type { Client } from "pg";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { StoredValue } from "../store/historyStore";
import type { DatabaseTarget } from "./databaseTarget";
import { bytesOf, integerOf, numberOf } from "./serverValues";

const connectMs = 15_000;

/** By the number of a type in PostgreSQL's catalogue; what isn't here is text. */
const readers: Readonly<Record<number, (text: string) => StoredValue>> = {
  16: (text) => (text === "t" ? 1 : 0),
  17: (text) => bytesOf(Buffer.from(text.slice(2), "hex")),
  20: integerOf,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  1700: numberOf,
};
const postgresTypes = {
  getTypeParser: (type: number) => readers[type] ?? ((text: string) => text),
};

/** What one SQLSTATE, or the beginning of some, is in words of ours. */
function meaning(state: string, { label }: DatabaseTarget, reason: string): ChainError {
  const database = label;
  if (/^(?:08|57P0|40)/.test(state)) return clientError("historyDatabaseAway", { database, reason: state });
  if (state.startsWith("28")) return clientError("historyDatabaseDenied", { database });
  if (state === "53100") return clientError("historyDiskFull", { path: database });
  if (state === "55P03") return clientError("historyBusy", { path: database });
  return clientError("historyDatabaseRefused", { database, reason });
}

/** What made PostgreSQL fail. What a connection's error says, such as the server's address, stays out of it. */
export function postgresTrouble(error: unknown, target: DatabaseTarget): unknown {
  if (error instanceof ChainError || !(error instanceof Error)) return error;
  const { code, severity } = error as Error & { readonly code?: string; readonly severity?: string };
  if (severity !== undefined && code !== undefined) return meaning(code, target, error.message);
  if (/password/i.test(error.message)) return clientError("historyDatabaseDenied", { database: target.label });
  if (code === undefined && !isConnection(error.message)) return error;
  return clientError("historyDatabaseAway", { database: target.label, reason: code ?? "connection" });
}

/** What the driver says without a code. */
const isConnection = (message: string): boolean => /connection|timeout|terminated|SSL|not queryable/i.test(message);

/** One connection. @throws ChainError transport `historyDatabaseAway`; usage `historyDatabaseDenied`, `historyDatabaseRefused` */
export async function openPostgres(target: DatabaseTarget): Promise<Client> {
  const { default: pg } = await import("pg");
  const { host, port, socket, user, password, database, tls } = target;
  const client = new pg.Client({
    ...{ host: socket ?? host, port, database, connectionTimeoutMillis: connectMs, keepAlive: true },
    ...(user === "" ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { ssl: tls } : { ssl: false }),
    types: postgresTypes,
    application_name: "chainside",
  });
  // a server that ends a quiet connection is heard with the next statement
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw postgresTrouble(error, target);
  }
}
