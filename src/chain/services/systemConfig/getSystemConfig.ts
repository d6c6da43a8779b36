import type { RequestOptions } from "../../client/client";
import { ChainError } from "../../errors/chainError";
import { getSystemConfigByKey, type SystemConfig } from "../../rpc/getSystemConfigByKey";
import type { ChainSession } from "../../session";

/** A value of the system configuration and the block from which it is in force; undefined when the key is not set. */
export async function getSystemConfig(
  session: ChainSession,
  key: string,
  options?: RequestOptions,
): Promise<SystemConfig | undefined> {
  try {
    return await getSystemConfigByKey(session.client, key, options);
  } catch (error) {
    if (error instanceof ChainError && error.kind === "rpc" && error.code === 3008) return undefined;
    throw error;
  }
}
