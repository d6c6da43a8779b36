import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The number of the process that holds the directory, if it still runs. */
function holder(path: string): number | undefined {
  const [pid = "", began = ""] = readFileSync(path, "utf8").split(" ");
  if (!isRunning(Number(pid))) return undefined;
  return began === beginning(Number(pid)) ? Number(pid) : undefined;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Linked whole, nobody ever reads a lock that is still being written. @throws EEXIST when there is one. */
function putLock(written: string, path: string): void {
  try {
    linkSync(written, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    copyFileSync(written, path, constants.COPYFILE_EXCL); // a file system without links
  }
}

/** One process per directory: the lock holds its number and beginning; a lock of a process that is gone does not count. */
function lock(folder: string): () => void {
  const path = join(folder, "lock");
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, `${process.pid} ${beginning(process.pid)}`);
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        putLock(own, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
        const pid = holder(path);
        if (pid !== undefined) throw inUse(folder, pid);
        rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw inUse(folder, Number.NaN);
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
