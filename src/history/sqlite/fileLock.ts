import { closeSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { type LockedFile, lockFile } from "../../processes/exclusive/systemLock";

/** How often a process that keeps the lock between two transactions looks whether another wants it, and how long it keeps it at most. */
const lookMs = 20;
const keptMs = 2000;
/** How long a process leaves the lock to the one that wanted it before it takes it again: longer than that one sleeps between two tries. */
const politeMs = 150;

/** The lock of one database file in this process, whichever of its connections has it. */
class SharedLock {
  user: FileLock | undefined;
  #held: LockedFile | undefined;
  #timer: NodeJS.Timeout | undefined;
  #leftAt = 0;
  /** Until then the lock is another's to take. */
  #politeUntil = 0;

  constructor(private readonly path: string) {}

  get #wanted(): string {
    return `${this.path}-wanted`;
  }

  take(): boolean {
    clearInterval(this.#timer);
    if (this.#held) return true;
    if (performance.now() < this.#politeUntil) return false;
    const attempt = lockFile(`${this.path}-lock`);
    if (attempt === "unavailable") throw clientError("historyNoLock", { path: this.path });
    if (attempt === "busy") {
      this.#ask();
      return false;
    }
    this.#held = attempt;
    return true;
  }

  /** After a transaction: another that wants the lock gets it now, or as soon as it wants it. */
  leave(): void {
    this.#leftAt = performance.now();
    if (this.#yielded()) return;
    this.#timer = setInterval(() => {
      if (!this.#yielded() && performance.now() - this.#leftAt > keptMs) this.release();
    }, lookMs);
    this.#timer.unref();
  }

  release(): void {
    clearInterval(this.#timer);
    if (this.#held) closeSync(this.#held.file);
    this.#held = undefined;
  }

  /** A sign for the process that has the lock; without it that one goes on a little longer. */
  #ask(): void {
    try {
      writeFileSync(this.#wanted, "", { flag: "wx", mode: 0o600 });
    } catch {
      // it is there already, or the folder can't be written
    }
  }

  #yielded(): boolean {
    if (!lstatSync(this.#wanted, { throwIfNoEntry: false })) return false;
    rmSync(this.#wanted, { force: true });
    this.release();
    this.#politeUntil = performance.now() + politeMs;
    return true;
  }
}

/** By path; there are as many as a process opens databases. */
const locks = new Map<string, { readonly lock: SharedLock; users: number }>();

/**
 * Lets one process at a time into a database file: a lock of the operating system on a file beside it, which ends with the process,
 * whatever ends that. SQLite's own locks need calls that Node.js doesn't have; it asks for this one for each transaction, so that an
 * indexer and queries take turns. On Linux a lock costs a process (`systemLock.ts`), so that it is kept between transactions until
 * another process wants it, which a file of that name says, or for two seconds. Connections of one process share the lock.
 */
export class FileLock {
  readonly #path: string;
  readonly #lock: SharedLock;

  /** @param path of the database */
  constructor(path: string) {
    this.#path = resolve(path);
    const known = locks.get(this.#path) ?? { lock: new SharedLock(this.#path), users: 0 };
    known.users += 1;
    locks.set(this.#path, known);
    this.#lock = known.lock;
  }

  /**
   * Whether it is ours now.
   * @throws ChainError usage `historyNoLock` on a system without locks that Node.js can take, `strangeFile`
   */
  enter(): boolean {
    if (this.#lock.user === this) return true;
    if (this.#lock.user || !this.#lock.take()) return false;
    this.#lock.user = this;
    return true;
  }

  leave(): void {
    if (this.#lock.user !== this) return;
    this.#lock.user = undefined;
    this.#lock.leave();
  }

  /** The connection is closed: with the last one of this process goes the lock. */
  close(): void {
    this.leave();
    const known = locks.get(this.#path);
    if (!known) return;
    known.users -= 1;
    if (known.users > 0) return;
    known.lock.release();
    locks.delete(this.#path);
  }
}
