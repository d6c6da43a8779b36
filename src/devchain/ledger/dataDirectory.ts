import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ChainError } from "../../chain/errors/chainError";
import type { DevChainSettings } from "../options";

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
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** One process per directory: the lock holds its number; a lock of a process that is gone does not count. */
function lock(folder: string): () => void {
  const path = join(folder, "lock");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const pid = Number(readFileSync(path, "utf8"));
      if (isRunning(pid)) throw inUse(folder, pid);
      rmSync(path, { force: true });
    }
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
  const path = join(folder, "chain.json");
  const own = identity(settings);
  if (!existsSync(path)) writeFileSync(path, own);
  else if (readFileSync(path, "utf8") !== own) {
    release();
    throw otherChain(folder);
  }
  return release;
}
