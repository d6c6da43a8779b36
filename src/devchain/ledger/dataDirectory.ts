import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChainKind } from "../../chain/dev/usualChain";
import { ChainError } from "../../errors/chainError";
import { writeWholeFileSync } from "../../files/wholeFile";
import { requireOwnFile } from "../../processes/exclusive/ownFile";
import { t } from "../../text/catalogue";
import { isChainVersion } from "../../text/versions";
import type { DevChainSettings } from "../settings/options";
import { type HeldDirectory, holdDirectory } from "./directoryLock";

const fileName = "chain.json";

/**
 * What chain.json says. But for the program, as which a chain may go on, nothing of it may change between two runs on one directory: it is
 * in the genesis block or in the keys.
 * @param nodeVersion left out in directories of earlier versions
 */
function chainFile(settings: DevChainSettings, nodeVersion: string | undefined): string {
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
    nodeVersion,
  };
  return `${JSON.stringify(fixed, null, 2)}\n`;
}

/** The release that chains imitated where none was named, when directories didn't tell it yet. */
const unnamedRelease = "3.16.4";

/** The members of a text that is a JSON object; none of any other. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {}; // cut off by a loss of power: the options have to name what is gone
  }
}

function readChainFile(folder: string): string {
  const path = join(folder, fileName);
  requireOwnFile(path);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/**
 * Release, data version and executor of the chain that a directory keeps: with them it goes on where the options name none, whatever
 * a new chain would have. Nothing where there is no chain.
 * @throws ChainError code `strangeFile`
 */
export function keptChain(folder: string): Partial<ChainKind> {
  const { compatibilityVersion, executorVersion, nodeVersion = unnamedRelease } = membersOf(readChainFile(folder));
  const isVersion = (value: unknown): value is string => typeof value === "string" && isChainVersion(value);
  if (!isVersion(compatibilityVersion) || !isVersion(nodeVersion)) return {};
  if (executorVersion !== 0 && executorVersion !== 1) return {};
  return { compatibilityVersion, executorVersion, nodeVersion };
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
    const known = readChainFile(folder);
    const own = chainFile(settings, settings.nodeVersion);
    if (known === own) return held;
    const { nodeVersion } = membersOf(known);
    const before = chainFile(settings, typeof nodeVersion === "string" ? nodeVersion : undefined);
    // the beginning of the same text is what a loss of power may leave of it
    if (!before.startsWith(known) && !own.startsWith(known)) throw otherChain(folder);
    writeWholeFileSync(join(folder, fileName), own);
    return held;
  } catch (error) {
    held.release();
    throw error;
  }
}
