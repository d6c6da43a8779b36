// Real servers of PostgreSQL and MariaDB for tests, each in a folder of its own, reached by a socket there; ended by the test that
// started them.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findProgram } from "../../scripts/test/findProgram";
import { type DatabaseTarget, databaseTarget } from "../../src/history/servers/databaseTarget";

export type DatabaseEngine = "postgres" | "mysql";

const postgresHome = "/usr/lib/postgresql";
const found = (...names: string[]): string | undefined => findProgram(names, "/usr/sbin", "/usr/local/bin");

/** Where PostgreSQL's programs are: Debian has them beside each other by version, off the path. */
function postgresPrograms(): string | undefined {
  if (existsSync(postgresHome)) {
    const versions = readdirSync(postgresHome).filter((name) => existsSync(join(postgresHome, name, "bin/initdb")));
    const [newest] = versions.sort((a, b) => Number(b) - Number(a));
    if (newest !== undefined) return join(postgresHome, newest, "bin");
  }
  return found("initdb")?.replace(/\/initdb$/, "");
}

const mariadb = (): string | undefined => found("mariadbd", "mysqld");

/** Whether this machine has the server. */
export function hasServer(engine: DatabaseEngine): boolean {
  return process.platform !== "win32" && (engine === "postgres" ? postgresPrograms() : mariadb()) !== undefined;
}

/** The user under whom a server runs: none of them starts as root. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const number = (option: string): number =>
    Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }).trim());
  return { uid: number("-u"), gid: number("-g") };
}

export interface DatabaseServer {
  readonly engine: DatabaseEngine;
  /** The same database as the server's administrator. */
  administrator(name: string): DatabaseTarget;
  /** An empty database of this name. */
  database(name: string): Promise<DatabaseTarget>;
  /** An empty database, and the URL by which a new user with this password reaches it, without the password. */
  userUrl(name: string, user: string, password: string): Promise<string>;
  /** Ends it at once, as a crash does, and starts it again on the same data. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const startMs = 60_000;

/** Starts a server that listens on a socket in its folder alone. */
export async function startDatabase(engine: DatabaseEngine): Promise<DatabaseServer> {
  // the path of a socket has room for some hundred characters
  const folder = mkdtempSync("/tmp/chainside-db-");
  const user = serverUser();
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined)
    for (const each of [folder, data]) chownSync(each, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const programs = postgresPrograms() ?? "";
  const own = { ...user, cwd: folder, env: { ...process.env, HOME: folder, TMPDIR: folder, LC_ALL: "C" } };
  const superuser = engine === "postgres" ? "tester" : "root";
  const socket = engine === "postgres" ? folder : join(folder, "s");
  if (engine === "postgres")
    execFileSync(join(programs, "initdb"), ["-D", data, "-U", superuser, "-A", "trust", "-E", "UTF8", "--no-sync"], {
      ...own,
      stdio: "pipe",
    });
  else
    execFileSync(
      found("mariadb-install-db", "mysql_install_db") ?? "",
      [`--datadir=${data}`, "--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"],
      { ...own, stdio: "pipe" },
    );
  /** Owns the databases of the tests, and has no right beyond them. */
  const owner = "plain";
  const targetOf = (name: string, user = superuser): DatabaseTarget =>
    databaseTarget(`${engine}://${user}@localhost/${name}?socket=${encodeURIComponent(socket)}`);
  const home = engine === "postgres" ? "postgres" : "mysql";

  async function run(sql: string): Promise<void> {
    if (engine === "postgres") {
      const { openPostgres } = await import("../../src/history/servers/postgresSession");
      const client = await openPostgres(targetOf(home));
      await client.query(sql).finally(() => client.end());
    } else {
      const { openMysql } = await import("../../src/history/servers/mysqlSession");
      const { connection } = await openMysql(targetOf(home));
      await connection.query(sql).finally(() => connection.destroy());
    }
  }

  async function start(): Promise<ChildProcess> {
    const child =
      engine === "postgres"
        ? spawn(join(programs, "postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"], {
            ...own,
            stdio: "ignore",
          })
        : spawn(
            mariadb() ?? "",
            [
              "--no-defaults",
              `--datadir=${data}`,
              `--socket=${socket}`,
              "--skip-networking",
              "--innodb-flush-log-at-trx-commit=2",
            ],
            { ...own, stdio: "ignore" },
          );
    const until = performance.now() + startMs;
    for (;;) {
      try {
        await run("SELECT 1");
        return child;
      } catch (error) {
        if (child.exitCode !== null || performance.now() > until) throw error;
        await wait(100);
      }
    }
  }

  async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const ended = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, "exit");
    child.kill(signal);
    await ended;
  }

  let child = await start();
  await run(engine === "postgres" ? `CREATE ROLE ${owner} LOGIN` : `CREATE USER ${owner}@localhost`);
  return {
    engine,
    administrator: (name) => targetOf(name),
    async database(name) {
      await run(`CREATE DATABASE ${name}${engine === "postgres" ? ` OWNER ${owner}` : ""}`);
      if (engine === "mysql") await run(`GRANT ALL ON ${name}.* TO ${owner}@localhost`);
      return targetOf(name, owner);
    },
    async userUrl(name, user, password) {
      const parts = `${encodeURIComponent(user)}@localhost/${name}?socket=${encodeURIComponent(socket)}`;
      if (engine === "mysql") {
        await run(`CREATE DATABASE ${name}`);
        await run(`CREATE USER ${user}@localhost IDENTIFIED BY '${password}'`);
        await run(`GRANT ALL ON ${name}.* TO ${user}@localhost`);
        return `mysql://${parts}`;
      }
      await run(`CREATE USER ${user} PASSWORD '${password}'`);
      await run(`CREATE DATABASE ${name} OWNER ${user}`);
      writeFileSync(join(data, "pg_hba.conf"), `local all ${superuser},${owner} trust\nlocal all all scram-sha-256\n`);
      await run("SELECT pg_reload_conf()");
      return `postgres://${parts}`;
    },
    async crash() {
      // an immediate shutdown of PostgreSQL leaves no process behind that holds its memory
      await stop(child, engine === "postgres" ? "SIGQUIT" : "SIGKILL");
      child = await start();
    },
    async close() {
      await stop(child, engine === "postgres" ? "SIGINT" : "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
