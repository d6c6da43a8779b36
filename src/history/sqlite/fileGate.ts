import { closeSync } from "node:fs";
import { clientError } from "../../chain/errors/clientError";
import { type LockedFile, lockFile } from "../../processes/exclusive/systemLock";

/**
 * Lets one process at a time into a database file: a lock of the operating system on a file beside it, which ends with the process,
 * whatever ends that. SQLite's own locks need calls that Node.js doesn't have; it asks for this one for each transaction, so that an
 * indexer and queries take turns. Connections of one process share the lock, and take turns by themselves.
 */
export class FileGate {
  #held: LockedFile | undefined;

  /** @param path of the database */
  constructor(readonly path: string) {}

  /**
   * Whether it is ours now.
   * @throws ChainError usage `historyNoLock` on a system without locks that Node.js can take, `strangeFile`
   */
  enter(): boolean {
    if (this.#held) return true;
    const attempt = lockFile(`${this.path}-lock`);
    if (attempt === "busy") return false;
    if (attempt === "unavailable") throw clientError("historyNoLock", { path: this.path });
    this.#held = attempt;
    return true;
  }

  leave(): void {
    if (this.#held) closeSync(this.#held.file);
    this.#held = undefined;
  }
}
