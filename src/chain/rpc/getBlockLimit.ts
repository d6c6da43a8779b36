import type { ChainClient, RequestOptions } from "../client/client";
import { blockLimitFor } from "./blockLimit";
import { getBlockNumber } from "./getBlockNumber";

/** The block limit to give a transaction now. No method of a node: a rule of the client (docs/protocol/guards.md). */
export async function getBlockLimit(client: ChainClient, options?: RequestOptions): Promise<bigint> {
  return blockLimitFor(await getBlockNumber(client, options));
}
