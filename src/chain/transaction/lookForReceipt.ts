import type { Hex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { ChainClient, RequestOptions } from "../client/client";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import { getTransactionReceipt } from "../rpc/transactions";

/** What one look for a receipt gave. `none`: a node said that it has none. `failed`: no node said anything of it. */
export type Look =
  | { readonly kind: "found"; readonly receipt: TransactionReceipt }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly error: ChainError };

/** A node's numbers for "not found" (docs/protocol/errors.md). All other errors say nothing of the receipt. */
const notFound: ReadonlySet<number | string> = new Set([3006, 3008]);

/** A receipt of this transaction in a block. Block 0 holds none: it stands for what a node dropped. */
export const isReceiptOf = (receipt: TransactionReceipt, hash: Hex): boolean =>
  receipt.blockNumber > 0 && receipt.transactionHash.toLowerCase() === hash.toLowerCase();

/** Asks once for the receipt. An answer about another transaction, or one that can't be read, is a question that failed. */
export async function lookForReceipt(client: ChainClient, hash: Hex, options?: RequestOptions): Promise<Look> {
  try {
    const receipt = await getTransactionReceipt(client, hash, false, options);
    if (isReceiptOf(receipt, hash)) return { kind: "found", receipt };
    return { kind: "failed", error: clientError("otherReceipt", { transactionHash: hash }) };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return error.kind === "rpc" && notFound.has(error.code) ? { kind: "none" } : { kind: "failed", error };
  }
}
