import { clientError } from "../../errors/clientError";
import type { StoreTransaction } from "../store/historyStore";
import type { WholeBlock } from "./blockRows";

/** A block as far as others have to fit it. */
interface BlockLink {
  readonly number: number;
  readonly hash: string;
  readonly parent: string;
}

export const linkOf = ({ block }: WholeBlock): BlockLink => ({
  number: block.number,
  hash: block.hash.toLowerCase(),
  parent: block.parentInfo[0]?.blockHash.toLowerCase() ?? "",
});

/** The link of a block that the index has; undefined where it hasn't. */
export async function keptLink(transaction: StoreTransaction, number: number): Promise<BlockLink | undefined> {
  const [row] = await transaction.rows("SELECT hash, parent_hash FROM blocks WHERE number = ?", [number]);
  return row && { number, hash: String(row[0]), parent: String(row[1] ?? "") };
}

/**
 * Each block names the one below it. Block 0 goes by a hash that may not be that of its content.
 * @param rising neighboring blocks, the lowest first
 * @param known which of two that don't fit was there before
 * @throws ChainError usage `historyForked`
 */
export function requireLinked(rising: readonly BlockLink[], known: "below" | "above" = "below"): void {
  for (const [place, above] of rising.entries()) {
    const below = rising[place - 1];
    if (!below || below.number === 0 || below.hash === above.parent) continue;
    const [expected, found] = known === "above" ? [above.parent, below.hash] : [below.hash, above.parent];
    throw clientError("historyForked", { number: below.number, expected, found });
  }
}
