import { ChainError } from "../../../errors/chainError";
import type { RequestOptions } from "../../client/client";
import { getSystemConfigByKey, type SystemConfig } from "../../rpc/groups";
import type { ChainSession } from "../../session";

/**
 * Whether a node has no value of a key: none at all (3008), or none that is in force yet (3003), which it tells from wrong arguments by its
 * words alone (docs/protocol/errors.md).
 */
export function isUnsetConfig(error: unknown): boolean {
  if (!(error instanceof ChainError) || error.kind !== "rpc") return false;
  return error.code === 3008 || (error.code === 3003 && /config not available/i.test(error.nodeMessage ?? ""));
}

/** A value of the system configuration and the block from which it is in force; undefined when the key has none in force. */
export async function getSystemConfig(
  session: ChainSession,
  key: string,
  options?: RequestOptions,
): Promise<SystemConfig | undefined> {
  try {
    return await getSystemConfigByKey(session.client, key, options);
  } catch (error) {
    if (isUnsetConfig(error)) return undefined;
    throw error;
  }
}
