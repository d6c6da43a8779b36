import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  ftruncateSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { ChainError } from "../../errors/chainError";
import { openNewFile, requireOwnFile } from "../../processes/exclusive/ownFile";
import { type LockedFile, lockFile } from "../../processes/exclusive/systemLock";
import { t } from "../../text/catalogue";
import { codeOfThrown } from "../../text/thrownText";
import { HeldFile, writeAll } from "./framedRecords";

/** A data directory that this process has for itself. */
export interface HeldDirectory {
  /** @throws ChainError code `dataDirectoryLost` when the lock was taken away. */
  requireOwn(): void;
  release(): void;
}

const lost = (folder: string): ChainError =>
  new ChainError({
    kind: "usage",
    code: "dataDirectoryLost",
    message: t(
      "The lock of the data directory {0} was removed, so another chain may write there now. Nothing more is written.",
      folder,
    ),
    advice: t("Stop all chains that use this directory, then start one of them again."),
  });

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOfThrown(error) === "EPERM";
  }
}

/** When a process began, in the system's own count: its number may be another's since. Empty where the system does not tell. */
function beginning(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the name of the program, in brackets, may hold blanks: what follows it starts with the third field
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return ""; // not Linux, or not there any more
  }
}

/** Which process numbers this process knows: a container counts its own. Empty where there is only one count. */
function numberSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** What a lock says: number, beginning and number space of its process. */
const ownMark = (): string => `${process.pid} ${beginning(process.pid)} ${numberSpace()}`;

/** What is known of the process that left a mark. */
type Holder = { readonly kind: "none" } | { readonly kind: "running" | "elsewhere"; readonly pid: string };

function holderOf(path: string): Holder {
  let text: string;
  try {
    requireOwnFile(path);
    text = readFileSync(path, "utf8").slice(0, 200);
  } catch (error) {
    if (error instanceof ChainError) throw error;
    return { kind: "none" }; // let go just now, or not to be read while it is locked
  }
  const [pid = "", began = "", space] = text.trim().split(" ");
  if (pid === "") return { kind: "none" };
  if (space !== undefined && space !== numberSpace()) return { kind: "elsewhere", pid };
  return isRunning(Number(pid)) && began === beginning(Number(pid)) ? { kind: "running", pid } : { kind: "none" };
}

/** @param claim a file that may be all that is left of a process of another container; undefined where the lock is held now */
function inUse(folder: string, holder: Holder, claim?: string): ChainError {
  const error = (message: string, advice = t("Stop that chain, or choose another directory.")): ChainError =>
    new ChainError({ kind: "usage", code: "dataDirectoryInUse", message, advice });
  switch (holder.kind) {
    case "none":
      return error(t("Another process uses the data directory {0}.", folder));
    case "running":
      return error(t("Process {1} uses the data directory {0}.", folder, holder.pid));
    case "elsewhere":
      if (claim === undefined)
        return error(t("Process {1} of another container uses the data directory {0}.", folder, holder.pid));
      return error(
        t("Process {1} of another container uses the data directory {0}, or used it.", folder, holder.pid),
        t("Stop that chain. If no chain runs there now, remove the file {0}.", claim),
      );
  }
}

/**
 * Who lets go takes its mark away first. A lock without a mark is one that is just being taken, or one whose file a program that was being
 * started in that moment holds open a little longer: it is waited for.
 */
const waitMs = 100;
const maxWaits = 20;

const claimPath = (folder: string, number: number): string => join(folder, `lock-${number}`);

/** Numbers of the claims of processes whose system offers no lock. */
const claimNumbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = /^lock-(\d{1,9})$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** @throws ChainError code `dataDirectoryInUse` for a claim of a process that runs, or that cannot be looked for from here. */
function requireNoClaim(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    const holder = holderOf(path);
    if (holder.kind !== "none") throw inUse(folder, holder, path);
  }
}

function holdLocked(folder: string, locked: LockedFile): HeldDirectory {
  const file = new HeldFile(locked.file);
  const release = (): void => {
    if (file.isClosed) return;
    ftruncateSync(file.number, 0);
    file.close();
  };
  try {
    ftruncateSync(file.number, 0);
    writeAll(file.number, Buffer.from(ownMark()), 0);
    const claims = claimNumbers(folder).map((number) => claimPath(folder, number));
    requireNoClaim(folder, claims);
    for (const claim of claims) rmSync(claim, { force: true });
  } catch (error) {
    release();
    throw error;
  }
  return {
    release,
    requireOwn() {
      if (!locked.isOurs()) throw lost(folder);
    },
  };
}

/** Linked whole, a claim is never read while it is still being written. Gives whether there was none of that name. */
function putClaim(written: string, path: string): boolean {
  try {
    linkSync(written, path);
  } catch (error) {
    if (codeOfThrown(error) === "EEXIST") return false;
    copyFileSync(written, path, constants.COPYFILE_EXCL); // a file system without links
  }
  return true;
}

/**
 * Where the system offers no lock: a claim holds its process' number and beginning, and one of a process that is gone does not count. It is
 * never taken away to make room for another, which another process might be putting there just then: the next one has the next
 * number. A claim of another container counts until it is removed, since its process cannot be looked for.
 */
function claim(folder: string): HeldDirectory {
  // containers count their own processes: the number alone is not one process' name
  const own = join(folder, `lock.${process.pid}.${randomBytes(6).toString("hex")}.tmp`);
  const mark = join(folder, "lock");
  try {
    const file = openNewFile(own);
    writeAll(file, Buffer.from(ownMark()), 0);
    closeSync(file);
    for (;;) {
      const others = claimNumbers(folder);
      requireNoClaim(folder, [mark, ...others.map((number) => claimPath(folder, number))]);
      const number = Math.max(0, ...others) + 1;
      const path = claimPath(folder, number);
      if (!putClaim(own, path)) continue; // another process was faster
      const release = (): void => rmSync(path, { force: true });
      try {
        // a slow process may have put a number that had become free again, or locked meanwhile
        const later = claimNumbers(folder).filter((other) => other > number);
        requireNoClaim(folder, [mark, ...later.map((other) => claimPath(folder, other))]);
      } catch (error) {
        release();
        throw error;
      }
      for (const other of others) rmSync(claimPath(folder, other), { force: true });
      return {
        release,
        requireOwn() {
          if (holderOf(path).kind !== "running") throw lost(folder);
        },
      };
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Takes a directory for this process, by a lock of the operating system on the file `lock` in it: it holds across containers, and ends with
 * the process (docs/devchain.md, "Data directory"). `programs` are those that take locks on Linux.
 * @throws ChainError kind `usage`, code `dataDirectoryInUse` or `strangeFile`.
 */
export function holdDirectory(folder: string, programs?: readonly string[]): HeldDirectory {
  const path = join(folder, "lock");
  let locked = lockFile(path, programs);
  for (let waits = 0; locked === "busy" && waits < maxWaits && holderOf(path).kind === "none"; waits++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    locked = lockFile(path, programs);
  }
  if (locked === "busy") throw inUse(folder, holderOf(path));
  return locked === "unavailable" ? claim(folder) : holdLocked(folder, locked);
}
