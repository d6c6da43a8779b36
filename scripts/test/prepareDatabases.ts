import { hasServer } from "../../test/support/databaseServers";
import { installForTests } from "./debianPackages";

/** Servers of PostgreSQL and MariaDB, which hold indexes of chains in tests. */
export const prepareDatabases = (): Promise<void> =>
  installForTests([
    ...(hasServer("postgres") ? [] : ["postgresql"]),
    ...(hasServer("mysql") ? [] : ["mariadb-server"]),
  ]);
