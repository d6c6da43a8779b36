import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ChainError } from "../../chain/errors/chainError";
import type { DevChainSettings } from "../options";
import { writeWhole } from "./wholeFile";

/** What must not change between two runs on one directory: it is in the genesis block or in the keys. */
function identity(settings: DevChainSettings): string {
  const { chainId, groups, sealers, observers, seed, suite, auth, admin, executorVersion } = settings;
  const { compatibilityVersion, webChainId, features, txCountLimit, txGasLimit } = settings;
  const fixed = {
    format: 1,
    chainId,
    groups,
    sealers,
    observers,
    // absent where it was not asked for: directories of earlier versions know nothing of it
    rotation: settings.consensus === "rpbft" ? [settings.epochSealers, settings.epochBlocks] : undefined,
    seed,
    suite,
    auth,
    admin: admin ?? null,
    executorVersion,
    compatibilityVersion,
    webChainId: String(webChainId),
    features,
    txCountLimit,
    txGasLimit: String(txGasLimit),
  };
  return `${JSON.stringify(fixed, null, 2)}\n`;
}

const inUse = (folder: string, pid: number): ChainError =>
  new ChainError({
    kind: "usage",
    code: "dataDirectoryInUse",
    message: `The data directory ${folder} is used by process ${pid}.`,
    advice: "Stop that chain, or choose another directory.",
  });

const otherChain = (folder: string): ChainError =>
  new ChainError({
    kind: "usage",
    code: "otherChain",
    message: `The data directory ${folder} holds a chain that was started with other options.`,
    advice: "Start it with the options in its chain.json, or choose an empty directory.",
  });

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
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

/** The number of the process that holds a lock, if it still runs. */
function holder(path: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined; // let go just now
    throw error;
  }
  const [pid = "", began = ""] = text.split(" ");
  if (!isRunning(Number(pid))) return undefined;
  return began === beginning(Number(pid)) ? Number(pid) : undefined;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Linked whole, nobody ever reads a lock that is still being written. Gives whether there was none of that name. */
function putLock(written: string, path: string): boolean {
  try {
    linkSync(written, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    copyFileSync(written, path, constants.COPYFILE_EXCL); // a file system without links
  }
  return true;
}

const lockPath = (folder: string, number: number): string => join(folder, number === 0 ? "lock" : `lock-${number}`);

/** Numbers of the locks in a directory, `lock` being 0. */
function lockNumbers(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const match = /^lock(?:-(\d+))?$/.exec(name);
    return match ? [Number(match[1] ?? 0)] : [];
  });
}

/** @throws ChainError code `dataDirectoryInUse` when a process that runs holds one of the locks. */
function requireNoHolder(folder: string, numbers: readonly number[]): void {
  for (const number of numbers) {
    const pid = holder(lockPath(folder, number));
    if (pid !== undefined) throw inUse(folder, pid);
  }
}

/**
 * One process per directory: the lock holds its number and beginning; a lock of a process that is gone does not count. It is never
 * taken away to make room for another, which somebody else might be putting there just then: the next one has the next number.
 */
function lock(folder: string): () => void {
  const own = join(folder, `lock.${process.pid}.tmp`);
  try {
    writeFileSync(own, `${process.pid} ${beginning(process.pid)}`);
    for (;;) {
      const others = lockNumbers(folder);
      requireNoHolder(folder, others);
      const number = Math.max(-1, ...others) + 1;
      const path = lockPath(folder, number);
      if (!putLock(own, path)) continue; // somebody was faster
      const release = (): void => rmSync(path, { force: true });
      try {
        // somebody slow may have put a number that had become free again
        requireNoHolder(
          folder,
          lockNumbers(folder).filter((other) => other > number),
        );
      } catch (error) {
        release();
        throw error;
      }
      for (const other of others) rmSync(lockPath(folder, other), { force: true });
      return release;
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Takes a data directory for this process. Gives the function that lets it go.
 * @throws ChainError kind `usage`, code `dataDirectoryInUse` or `otherChain`.
 */
export function takeDataDirectory(folder: string, settings: DevChainSettings): () => void {
  mkdirSync(folder, { recursive: true });
  const release = lock(folder);
  try {
    const path = join(folder, "chain.json");
    const own = identity(settings);
    const known = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (known === own) return release;
    // the beginning of the same text is what a loss of power may leave of it
    if (!own.startsWith(known)) throw otherChain(folder);
    writeWhole(path, own);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
