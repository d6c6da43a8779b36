import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ChainError } from "../../chain/errors/chainError";
import { writeWholeFileSync } from "../../files/wholeFile";
import { requireOwnFile } from "../../processes/exclusive/ownFile";
import { t } from "../../text/catalogue";
import type { DevChainSettings } from "../settings/options";
import { type HeldDirectory, holdDirectory } from "./directoryLock";

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

const otherChain = (folder: string): ChainError =>
  new ChainError({
    kind: "usage",
    code: "otherChain",
    message: t("The data directory {0} belongs to a chain that was started with other options.", folder),
    advice: t("Start it with the options in its chain.json, or choose an empty directory."),
  });

/**
 * Takes a data directory for this process.
 * @throws ChainError kind `usage`, code `dataDirectoryInUse`, `otherChain` or `strangeFile`.
 */
export function takeDataDirectory(folder: string, settings: DevChainSettings): HeldDirectory {
  mkdirSync(folder, { recursive: true });
  const held = holdDirectory(folder);
  try {
    const path = join(folder, "chain.json");
    requireOwnFile(path);
    const own = identity(settings);
    const known = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (known === own) return held;
    // the beginning of the same text is what a loss of power may leave of it
    if (!own.startsWith(known)) throw otherChain(folder);
    writeWholeFileSync(path, own);
    return held;
  } catch (error) {
    held.release();
    throw error;
  }
}
