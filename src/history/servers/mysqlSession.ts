import type { Connection, FieldPacket } from "mysql2/promise";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { StoredRow, StoredValue } from "../store/historyStore";
import type { DatabaseTarget } from "./databaseTarget";
import { bytesOf, numberOf } from "./serverValues";

const connectMs = 15_000;
/** How long a table that another reads is waited for. */
const lockSeconds = 60;

/**
 * Names stand in quotation marks, `||` puts texts together, a backslash in a text is a backslash, and what doesn't fit is an error: SQL as
 * the other databases have it.
 */
const sqlMode = "ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION";

/** A value as it stands in a statement, under that mode: only the apostrophe ends a text. */
export function literal(value: StoredValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (value instanceof Uint8Array)
    return `x'${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}'`;
  return String(value);
}

/** Values in place of question marks: statements of ours have them for values alone. */
export function filled(sql: string, values: StoredRow): string {
  let place = 0;
  return sql.replaceAll("?", () => literal(values[place++] ?? null));
}

const [typeInt64, typeDecimal] = [8, 246];

/** Values of a row by the types of its fields; the driver gives what doesn't fit a number as text. */
export function rowOf(values: readonly unknown[], fields: readonly FieldPacket[]): StoredValue[] {
  return values.map((value, place) => {
    if (value === null || typeof value === "number") return value;
    const { columnType: type } = fields[place] ?? {};
    if (typeof value === "string") return type === typeInt64 || type === typeDecimal ? numberOf(value) : value;
    return value instanceof Uint8Array ? bytesOf(value) : String(value);
  });
}

const away =
  /^(?:PROTOCOL_|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_|ENOENT|EACCES|HANDSHAKE_|CERT_|DEPTH_|SELF_|UNABLE_|ERR_)/;

/** What made MySQL fail. What a connection's error says, such as the server's address, stays out of it. */
export function mysqlTrouble(error: unknown, { label: database }: DatabaseTarget): unknown {
  if (error instanceof ChainError || !(error instanceof Error)) return error;
  const { code = "", errno, sqlMessage } = error as Error & { code?: string; errno?: number; sqlMessage?: string };
  switch (errno) {
    case 1045: // access denied
    case 1698:
    case 1251: // the client doesn't know the way to prove a password
      return clientError("historyDatabaseDenied", { database });
    case 1021: // disk full
    case 1114: // table full
    case 1041: // out of resources
      return clientError("historyDiskFull", { path: database });
    case 1205: // another's lock
      return clientError("historyBusy", { path: database });
    case 1040: // too many connections
    case 1053: // shutdown
    case 1077:
    case 1213: // deadlock
    case 1927: // killed
    case 4031: // quiet too long
      return clientError("historyDatabaseAway", { database, reason: code });
    default:
  }
  if (sqlMessage !== undefined && errno !== undefined && !away.test(code))
    return clientError("historyDatabaseRefused", { database, reason: sqlMessage });
  if (away.test(code) || /closed state|closed connection|not support(?:ed)? secure|SSL/i.test(error.message))
    return clientError("historyDatabaseAway", { database, reason: code || "connection" });
  return error;
}

/** A connection, and whose it is. */
export interface MysqlSession {
  readonly connection: Connection;
  readonly isMariaDb: boolean;
}

/** @throws ChainError transport `historyDatabaseAway`; usage `historyDatabaseDenied`, `historyDatabaseRefused` */
export async function openMysql(target: DatabaseTarget): Promise<MysqlSession> {
  // a bundle has a package of CommonJS as the default alone
  const { default: mysql } = (await import("mysql2/promise")) as unknown as {
    default: typeof import("mysql2/promise");
  };
  const { host, port, socket, user, password, database, tls } = target;
  let connection: Connection | undefined;
  try {
    connection = await mysql.createConnection({
      ...{ database, user, connectTimeout: connectMs, enableKeepAlive: true },
      ...(socket === undefined ? { host, port } : { socketPath: socket }),
      ...(password === undefined ? {} : { password }),
      ...(tls
        ? { ssl: { ...(tls.ca === undefined ? {} : { ca: tls.ca }), rejectUnauthorized: true, verifyIdentity: true } }
        : {}),
      // the server isn't sent files of this machine, and no code is made at run time
      ...{ flags: ["-LOCAL_FILES"], disableEval: true, charset: "utf8mb4_bin" },
      ...{ supportBigNumbers: true, bigNumberStrings: false, dateStrings: true, rowsAsArray: true },
    });
    connection.on("error", () => undefined);
    await connection.query(`SET SESSION sql_mode = '${sqlMode}', lock_wait_timeout = ${lockSeconds}`);
    const [[row]] = (await connection.query("SELECT VERSION()")) as unknown as [[string][], unknown];
    return { connection, isMariaDb: /mariadb/i.test(String(row?.[0])) };
  } catch (error) {
    connection?.destroy();
    throw mysqlTrouble(error, target);
  }
}
