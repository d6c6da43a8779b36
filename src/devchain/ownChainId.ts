import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { requireOwnFile } from "../processes/exclusive/ownFile";
import { type DevChainOptions, usualSeed } from "./settings/options";

/** Chain IDs are letters and digits: the name, and what tells it from every other. */
const named = (digits: string): string => `chainside${digits.slice(0, 12)}`;

/** The ID that a data directory was begun with; undefined where there is none, or no chain yet. */
function keptChainId(data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const path = join(data, "chain.json");
  requireOwnFile(path);
  if (!existsSync(path)) return undefined;
  return /"chainId": "([0-9a-zA-Z]{1,64})"/.exec(readFileSync(path, "utf8"))?.[1];
}

/**
 * The chain ID of a chain that was given none. A signature is good on every chain of the same ID and group, so each has its own: that of
 * its data directory, one that follows from a seed that was given, or a random one.
 * @throws ChainError code `strangeFile` for a data directory whose chain.json is a link.
 */
export function ownChainId({ chainId, seed, data }: Pick<DevChainOptions, "chainId" | "seed" | "data">): string {
  const known = chainId ?? keptChainId(data);
  if (known !== undefined) return known;
  if (seed === undefined) return named(randomBytes(6).toString("hex"));
  return seed === usualSeed ? usualSeed : named(createHash("sha256").update(`chain ID of ${seed}`).digest("hex"));
}
