import { readFileSync } from "node:fs";
import { clientError } from "../../errors/clientError";
import { isLoopback } from "../../text/loopback";

/** Where a database is, and as whom it is asked. Address, user and password are secrets: `label` alone is shown. */
export interface DatabaseTarget {
  readonly engine: "postgres" | "mysql";
  readonly host: string;
  readonly port: number;
  /** A Unix socket in place of host and port: of PostgreSQL its folder, of MySQL the file. */
  readonly socket: string | undefined;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** Of PostgreSQL: the schema that the index has for itself. */
  readonly schema: string | undefined;
  readonly tls:
    | {
        /** @public both drivers check the certificate against it. */
        readonly servername: string;
        readonly ca?: string;
      }
    | undefined;
  readonly label: string;
}

const scheme = /^(?:postgres|postgresql|mysql|mariadb):/i;
const parameters = new Set(["schema", "socket", "sslmode", "sslrootcert"]);

/** Whether a word names a database server. */
export const isServerUrl = (word: string): boolean => scheme.test(word);

/** The server that such a URL names. */
export const engineOf = (url: string): DatabaseTarget["engine"] => (/^post/i.test(url) ? "postgres" : "mysql");

/** Whether a URL says the password: then it doesn't belong on a command line. */
export function hasPassword(url: string): boolean {
  if (URL.canParse(url)) return new URL(url).password !== "";
  const host = url.indexOf("://") + "://".length;
  const colon = url.indexOf(":", host);
  return host >= "://".length && colon >= 0 && colon < url.lastIndexOf("@");
}

/**
 * Reads `postgres://USER[:PASSWORD]@HOST[:PORT]/DATABASE` or `mysql://…`. Behind a question mark: `schema=NAME` (PostgreSQL),
 * `socket=PATH`, `sslmode=verify-full` (what another machine is asked with) or `disable`, `sslrootcert=FILE`.
 * @throws ChainError usage `historyDatabaseUrl`, which says nothing of what the URL holds
 */
export function databaseTarget(url: string, password?: string): DatabaseTarget {
  if (!URL.canParse(url)) throw clientError("historyDatabaseUrl", { reason: "URL" });
  const parsed = new URL(url);
  const engine = engineOf(url);
  const given = parsed.searchParams;
  for (const name of given.keys()) if (!parameters.has(name)) throw clientError("historyDatabaseUrl", { reason: name });
  const database = decoded(parsed.pathname.slice(1));
  const schema = given.get("schema") ?? undefined;
  if (database === "" || database.includes("/")) throw clientError("historyDatabaseUrl", { reason: "/DATABASE" });
  if (schema !== undefined && (engine === "mysql" || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)))
    throw clientError("historyDatabaseUrl", { reason: "schema" });
  const socket = given.get("socket") ?? undefined;
  const inUrl = parsed.password === "" ? undefined : decoded(parsed.password);
  return {
    engine,
    host: parsed.hostname.replace(/^\[|\]$/g, "") || "localhost",
    port: parsed.port === "" ? (engine === "postgres" ? 5432 : 3306) : Number(parsed.port),
    socket,
    user: decoded(parsed.username),
    password: inUrl ?? password,
    database,
    schema,
    tls: socket === undefined ? tlsOf(parsed, given) : undefined,
    label: `${engine}://…/${database}${schema === undefined ? "" : `?schema=${schema}`}`,
  };
}

/** What goes to another machine is encrypted, and that machine proves who it is, unless the address says otherwise. */
function tlsOf({ hostname }: URL, given: URLSearchParams): DatabaseTarget["tls"] {
  const mode = given.get("sslmode") ?? (hostname === "" || isLoopback(hostname) ? "disable" : "verify-full");
  if (mode === "disable") return undefined;
  if (mode !== "verify-full") throw clientError("historyDatabaseUrl", { reason: "sslmode" });
  const root = given.get("sslrootcert");
  return { servername: hostname, ...(root === null ? {} : { ca: rootCertificate(root) }) };
}

/** The authority that a server's certificate is checked against, in place of those of the system. */
export function rootCertificate(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw clientError("historyDatabaseUrl", { reason: "sslrootcert" });
  }
}

/** A part of an address without its percent signs. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw clientError("historyDatabaseUrl", { reason: "%" });
  }
}
