import { lookUpTransaction } from "../archive/archiveFallback";
import { ChainError } from "../errors/chainError";
import type { Block } from "../rpc/blockSchema";
import { getBlockByHash } from "../rpc/getBlockByHash";
import { getBlockByNumber } from "../rpc/getBlockByNumber";
import type { ChainTransaction } from "../rpc/transactionSchema";
import type { ChainSession } from "../session";
import { type CheckOptions, followed, groundOf, needsFollowing } from "./checkTransaction";
import type { Verdict } from "./link";
import { verifyBlock } from "./verifyBlock";

export interface CheckedBlock {
  readonly block: Block<"hashes">;
  readonly verdict: Verdict;
}

/** One transaction of the block, whole: what tells its list from a list of something else. */
async function sampleOf(
  session: ChainSession,
  [first]: readonly string[],
  { trust: _, ...options }: CheckOptions,
): Promise<ChainTransaction | undefined> {
  if (first === undefined) return undefined;
  try {
    return (await lookUpTransaction(session, first, options)).value;
  } catch (error) {
    // archived without an archive: then the list stays unproven
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/**
 * Asks for a block by number or hash, and says what of it is proven.
 * @throws ChainError rpc 3006 or 3008 when there is none; what a request throws.
 */
export async function checkBlock(
  session: ChainSession,
  asked: number | string,
  options: CheckOptions,
): Promise<CheckedBlock> {
  const { trust, ...requests } = options;
  const block = await (typeof asked === "number"
    ? getBlockByNumber(session.client, asked, "hashes", requests)
    : getBlockByHash(session.client, asked, "hashes", requests));
  const answers = { asked, block, sample: await sampleOf(session, block.transactions, options) };
  let verdict = verifyBlock(groundOf(session, trust), answers);
  if (trust && needsFollowing(verdict.links)) {
    const reached = await followed(session, trust, block.number, requests);
    if (reached) verdict = verifyBlock(groundOf(session, trust, reached), answers);
  }
  return { block, verdict };
}
