import { existsSync } from "node:fs";
import { hasServer } from "../../test/support/databaseServers";
import { waitsForLock } from "./prepareHost";
import { spawnInherit } from "./process";

/**
 * Servers of PostgreSQL and MariaDB, which hold indexes of chains in tests; without them, and without Debian's packages, those tests are
 * skipped. Debian starts a server with its package: that is left out.
 */
export async function prepareDatabases(): Promise<void> {
  const wanted = [...(hasServer("postgres") ? [] : ["postgresql"]), ...(hasServer("mysql") ? [] : ["mariadb-server"])];
  if (
    wanted.length === 0 ||
    process.platform !== "linux" ||
    !existsSync("/usr/bin/apt-get") ||
    process.getuid?.() !== 0
  )
    return;
  console.log(`Installing ${wanted.join(", ")} …`);
  const environment = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const apt = (...args: string[]): Promise<number> =>
    spawnInherit("apt-get", [...waitsForLock, ...args], environment, { stdio: ["ignore", "ignore", "inherit"] });
  await apt("update", "-qq");
  await apt("install", "-y", "-qq", "--no-install-recommends", ...wanted);
}
