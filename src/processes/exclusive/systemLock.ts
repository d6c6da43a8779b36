import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, statSync } from "node:fs";
import { codeOfThrown } from "../../text/thrownText";
import { openOwnFile } from "./ownFile";

/** An open file that this process alone has locked, for as long as it is open. */
export interface LockedFile {
  readonly file: number;
  /** Whether the name still stands for this file: removing it takes the lock away. */
  isOurs(): boolean;
}

/** `busy`: another process has it. `unavailable`: this system offers no lock that Node.js could take. */
type LockAttempt = LockedFile | "busy" | "unavailable";

/** Opening locks: `O_EXLOCK` of macOS and BSD, and libuv's flag that shares an open file with no other on Windows. */
const lockingFlags: Readonly<Partial<Record<NodeJS.Platform, number>>> = {
  darwin: 0x20,
  freebsd: 0x20,
  openbsd: 0x20,
  win32: 0x1000_0000,
};

/** Where `flock` of util-linux or BusyBox is, whatever a `PATH` says. */
const flockPrograms = ["/usr/bin/flock", "/bin/flock", "flock"];
const busyStatus = 99;

/**
 * Locks an open file by flock(2) as shell scripts do. The lock belongs to the open file: a helper program inherits it and locks it, and
 * this process goes on holding the lock when the helper has ended. The kernel lets go of it with the process, whatever ends that, and knows
 * nothing of containers and their process numbers.
 */
function flock(file: number, programs: readonly string[]): "held" | "busy" | "unavailable" {
  for (const program of programs) {
    const run = (...options: string[]) =>
      spawnSync(program, [...options, "3"], { stdio: ["ignore", "ignore", "ignore", file], timeout: 10_000 });
    const modern = run("-n", "-x", "-E", String(busyStatus));
    if (codeOfThrown(modern.error) === "ENOENT") continue;
    if (modern.status === 0) return "held";
    if (modern.status === busyStatus) return "busy";
    const plain = run("-n", "-x"); // BusyBox knows no -E, and says 1 when another process has it
    if (plain.status === 0) return "held";
    if (plain.status === 1) return "busy";
  }
  return "unavailable";
}

function openLocking(path: string, flag: number): number | "busy" | "unavailable" {
  try {
    return openOwnFile(path, flag);
  } catch (error) {
    const code = codeOfThrown(error);
    if (code === "EAGAIN" || code === "EWOULDBLOCK" || code === "EBUSY") return "busy";
    if (code === "EOPNOTSUPP" || code === "ENOTSUP" || code === "EINVAL") return "unavailable";
    throw error;
  }
}

function openAndLock(path: string, programs: readonly string[]): number | "busy" | "unavailable" {
  const flag = lockingFlags[process.platform];
  if (flag !== undefined) return openLocking(path, flag);
  const file = openOwnFile(path);
  const attempt = flock(file, programs);
  if (attempt === "held") return file;
  closeSync(file);
  return attempt;
}

/**
 * Tries to lock a file, which is made where there is none, without waiting. It is never removed again: a waiting process might have it
 * open.
 * @throws ChainError code `strangeFile` for a link or what is no file.
 */
export function lockFile(path: string, programs: readonly string[] = flockPrograms): LockAttempt {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = openAndLock(path, programs);
    if (typeof file !== "number") return file;
    const { ino } = fstatSync(file, { bigint: true });
    const isOurs = (): boolean => standsFor(path, ino);
    if (isOurs()) return { file, isOurs };
    closeSync(file); // removed between opening and locking
  }
  return "busy";
}

/** A process that removes the file as often between opening and locking wants to have it. */
const maxAttempts = 100;

/**
 * Whether a name stands for the open file of this number. On one volume no other file has the number while it is open; how the
 * volume is numbered depends on how Windows is asked. There a file that is open and not shared can't be removed or renamed.
 */
function standsFor(path: string, ino: bigint): boolean {
  const named = statSync(path, { bigint: true, throwIfNoEntry: false });
  return named !== undefined && (named.ino === ino || process.platform === "win32");
}
