import { getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import { freshSigner } from "../../crypto/privateKeySigner";
import { ChainError } from "../../errors/chainError";

/**
 * Lets a chain that makes blocks only for transactions go on by so many of them: an account of its own sends transactions that only read.
 * Ends early where the chain refuses them; anyone who waits for the blocks tells that they don't come.
 */
export async function moveOn(session: ChainSession, count: number, signal: AbortSignal): Promise<void> {
  // the file system is on every chain
  const { precompiledContracts, precompiledInterface } = await import("../../chain/abi/precompiledContracts");
  const data = precompiledInterface("BFS", session.suite).encodeCall("readlink(string)", ["/apps"]);
  const signer = freshSigner(session.suite);
  const target = (await getBlockNumber(session.client)) + count;
  try {
    while ((await getBlockNumber(session.client)) < target) {
      await transact(session, signer, { to: precompiledContracts.BFS.address, data }, { signal });
    }
  } catch (error) {
    if (!(error instanceof ChainError) && !signal.aborted) throw error;
  }
}
