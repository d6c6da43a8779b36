// What suites need that no package of npm brings: packages of Debian, installed where that can be done.
import { hasServer } from "../../test/support/databaseServers";
import { installForTests } from "./debianPackages";
import { findProgram } from "./findProgram";

/** Servers of PostgreSQL and MariaDB, which hold indexes of chains in unit tests. */
export const prepareDatabases = (): Promise<void> =>
  installForTests([
    ...(hasServer("postgres") ? [] : ["postgresql"]),
    ...(hasServer("mysql") ? [] : ["mariadb-server"]),
  ]);

/** Packages that the suite `protocol` drives, with the programs that it takes of each. */
const driven = {
  /** Tries the language server as another editor. */
  neovim: ["nvim"],
  /** Tries the exporter. */
  prometheus: ["prometheus", "promtool"],
  /** A terminal for shells that `chainside completion` knows. */
  tmux: ["tmux"],
  zsh: ["zsh"],
  fish: ["fish"],
  /** A device that has keys, made of a file. */
  softhsm2: ["softhsm2-util"],
} as const;

export async function prepareProtocol(): Promise<void> {
  for (const [name, programs] of Object.entries(driven))
    if (!programs.every((program) => findProgram([program]))) await installForTests([name]);
}
