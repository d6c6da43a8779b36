import { ChainError } from "../../errors/chainError";
import { lookUpTransaction } from "../archive/archiveFallback";
import type { Block } from "../rpc/blocks";
import { getBlockByHash, getBlockByNumber } from "../rpc/blocks";
import type { ChainTransaction } from "../rpc/transactions";
import type { ChainSession } from "../session";
import { basisOf, type CheckOptions, followed, needsFollowing } from "./checkTransaction";
import type { Verdict } from "./link";
import { type BlockAnswers, type BlockVerdict, verifyBlock } from "./verifyBlock";

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

/** What is proven of a block that came; asks for headers where its sealers have to be followed. */
export async function judgeBlock(
  session: ChainSession,
  answers: BlockAnswers,
  { trust, ...requests }: CheckOptions,
): Promise<BlockVerdict> {
  const verdict = verifyBlock(basisOf(session, trust), answers);
  const number = verdict.header.header?.number;
  if (!trust || number === undefined || !needsFollowing(verdict.links)) return verdict;
  const reached = await followed(session, trust, number, requests);
  return reached ? verifyBlock(basisOf(session, trust, reached), answers) : verdict;
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
  const { trust: _, ...requests } = options;
  const block = await (typeof asked === "number"
    ? getBlockByNumber(session.client, asked, "hashes", requests)
    : getBlockByHash(session.client, asked, "hashes", requests));
  const sample = await sampleOf(session, block.transactions, options);
  return { block, verdict: await judgeBlock(session, { asked, block, sample }, options) };
}
