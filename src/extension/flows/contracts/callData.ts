import type { RequestOptions } from "../../../chain/client/client";
import { executionError } from "../../../chain/errors/nodeError";
import { call } from "../../../chain/rpc/call";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import { reasonOf } from "../../../chain/services/contract/revertOf";
import type { Hex } from "../../../crypto/bytes/hex";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * Runs call data that no one takes apart on the newest state.
 * @param target address or BFS path
 * @throws ChainError `execution` with the contract's reason; usage `badTarget`; what a request throws.
 */
export async function callData(
  { session }: ChainGroup,
  target: string,
  data: Hex,
  options?: RequestOptions,
): Promise<{ output: Hex; blockNumber: number }> {
  const to = await resolveTarget(session, target);
  const { status, output, blockNumber } = await call(session.client, { to, data }, options);
  if (status === 0) return { output, blockNumber };
  throw await executionError(status, (await reasonOf(session, { to, status, output })) ?? "");
}
