import { hexToBytes } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import type { RequestOptions } from "../client/client";
import type { Block } from "../rpc/blocks";
import { getBlockByNumber } from "../rpc/blocks";
import type { TransactionReceipt } from "../rpc/receiptSchema";
import type { ChainTransaction } from "../rpc/transactions";
import { getTransaction, getTransactionReceipt } from "../rpc/transactions";
import type { ChainSession } from "../session";
import { merkleProof } from "../transaction/merkle";
import { getArchivedReceipt, getArchivedTransaction, getArchivedTransactions } from "./queryService";

/** A value, and the archive query service that gave it where the node had it no more. */
interface Sourced<Value> {
  readonly value: Value;
  readonly archive?: string;
}

interface LookUpOptions extends RequestOptions {
  /** Address of the archive query service; without one only the node is asked. */
  readonly archive?: string | undefined;
  readonly withProof?: boolean;
}

/**
 * Asks the node, and the archive for what the node answers with an error of its own: an archived transaction is to a node as an unknown
 * one (docs/protocol/archive.md, "Archived blocks").
 * @throws ChainError the node's error when the archive does not have it either; what a request to the archive throws.
 */
async function nodeThenArchive<Value>(
  asked: Promise<Value>,
  archive: string | undefined,
  ask: (archive: string) => Promise<Value | undefined>,
): Promise<Sourced<Value>> {
  try {
    return { value: await asked };
  } catch (error) {
    if (archive === undefined || !(error instanceof ChainError) || error.kind !== "rpc") throw error;
    const value = await ask(archive);
    if (value === undefined) throw error;
    return { value, archive };
  }
}

/** A transaction, wherever it is now. @throws ChainError rpc 3008 when neither node nor archive knows it. */
export function lookUpTransaction(
  session: ChainSession,
  hash: string,
  { archive, withProof = false, ...options }: LookUpOptions = {},
): Promise<Sourced<ChainTransaction>> {
  return nodeThenArchive(getTransaction(session.client, hash, withProof, options), archive, (url) =>
    getArchivedTransaction(url, hash, options),
  );
}

/**
 * A receipt, wherever it is now. An archive keeps no more than the chain itself does, so sender, recipient and input are taken from the
 * transaction beside it.
 * @throws ChainError rpc 3008 when neither node nor archive knows it.
 */
export function lookUpReceipt(
  session: ChainSession,
  hash: string,
  { archive, withProof = false, ...options }: LookUpOptions = {},
): Promise<Sourced<TransactionReceipt>> {
  return nodeThenArchive(getTransactionReceipt(session.client, hash, withProof, options), archive, async (url) => {
    const [receipt, transaction] = await Promise.all([
      getArchivedReceipt(url, hash, options),
      getArchivedTransaction(url, hash, options),
    ]);
    if (!receipt || !transaction) return receipt;
    const { from, to, input } = transaction;
    return { ...receipt, from, to, input };
  });
}

/** A block whose transactions may be archived. */
export interface WholeBlock {
  /** With the hashes of its transactions, which a node keeps for ever. */
  readonly block: Block<"hashes">;
  /** In the block's order; undefined for what neither node nor archive has. */
  readonly transactions: readonly (ChainTransaction | undefined)[];
  /** The node has deleted the transactions and receipts. */
  readonly archived: boolean;
  /** The service that gave them. */
  readonly archive?: string;
}

/**
 * A block with its transactions. Where the node has archived them, they come from the archive, or stay out without one.
 * @throws ChainError rpc 3006 for an unknown number; what a request throws.
 */
export async function lookUpBlock(
  session: ChainSession,
  number: number,
  { archive, ...options }: LookUpOptions = {},
): Promise<WholeBlock> {
  const { client } = session;
  try {
    const whole = await getBlockByNumber(client, number, "transactions", options);
    const block = { ...whole, transactions: whole.transactions.map(({ hash }) => hash) };
    return { block, transactions: whole.transactions, archived: false };
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind !== "rpc") throw error;
    // A block that does not exist fails here again, with the node's word for it.
    const block = await getBlockByNumber(client, number, "hashes", options);
    if (block.transactions.length === 0) throw error;
    const found =
      archive === undefined ? undefined : (await getArchivedTransactions(archive, block.transactions, options)).found;
    const transactions = block.transactions.map((hash) => found?.get(hash));
    return { block, transactions, archived: true, ...(archive === undefined ? {} : { archive }) };
  }
}

/**
 * A transaction of an archive with the proof that the node gives no more: made of the hashes that stay in the block.
 * Without a place in the block it stays as it is.
 */
export function proveArchived(
  session: ChainSession,
  transaction: ChainTransaction,
  block: Block<"hashes">,
): ChainTransaction {
  const index = block.transactions.indexOf(transaction.hash);
  if (index < 0) return transaction;
  return { ...transaction, txProof: merkleProof(session.suite, block.transactions.map(hexToBytes), index) };
}
