import type { PendingTransaction } from "../../src/devchain/ledger/txPool";

/** What recorded texts tell of where transactions were sealed. */
export interface Sealed {
  /** Position in their block. */
  readonly places: ReadonlyMap<string, number>;
  /** Number of their block; 0 for those that never were in one. */
  readonly blocks: Map<string, number>;
}

const hashes = (list: string): string[] => [...list.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);

/** Positions of transactions in recorded blocks. */
function placesIn(plain: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const block of plain.matchAll(/"transactions":\[((?:"0x[0-9a-f]{64}",?)+)\]/g)) {
    for (const [index, hash] of hashes(block[1] ?? "").entries()) found.set(hash, index);
  }
  for (const [, hash = "", index = ""] of plain.matchAll(
    /"transactionHash":"0x([0-9a-f]{64})","transactionIndex":"0x([0-9a-f]+)"/g,
  )) {
    found.set(hash, Number.parseInt(index, 16));
  }
  // in full blocks each transaction shows its hash before its import time
  let index = 0;
  for (const part of plain.matchAll(/"transactions": ?\[\{|"hash": ?"0x([0-9a-f]{64})", ?"importTime"/g)) {
    if (part[1] === undefined) index = 0;
    else if (!found.has(part[1])) found.set(part[1], index++);
  }
  return found;
}

const reported =
  /"result": ?\{"blockNumber": ?(\d+),"checksum|"blockNumber": ?"0x([0-9a-f]+)"|"number": ?(\d+),"parentInfo"|"transactionHash": ?"0x([0-9a-f]{64})"|"transactions": ?\[((?:"0x[0-9a-f]{64}",?)+)\]|"method":"eth_getTransactionReceipt","params":\["0x([0-9a-f]{64})"/g;

/** Blocks of transactions, from receipts and from blocks; who was asked for and never found is in none. */
function blocksIn(plain: string): Map<string, number> {
  const found = new Map<string, number>();
  const asked = new Set<string>();
  let number: number | undefined;
  for (const [, receipt, web3, block, hash, list, question] of plain.matchAll(reported)) {
    if (question !== undefined) asked.add(question);
    else if (hash !== undefined || list !== undefined) {
      if (number !== undefined) for (const each of hash ? [hash] : hashes(list ?? "")) found.set(each, number);
      number = undefined; // what is told next is of another place
    } else number = web3 === undefined ? Number(receipt ?? block) : Number.parseInt(web3, 16);
  }
  for (const hash of asked) if (!found.has(hash)) found.set(hash, 0);
  return found;
}

/** @param text every text of the recordings of one chain */
export function sealedIn(text: string): Sealed {
  const plain = text.replaceAll("\\", "");
  return { places: placesIn(plain), blocks: blocksIn(plain.replace(/\s*\n\s*/g, "")) };
}

/**
 * What the next block takes of those that wait: what the recorded one had, in its order, what no recording tells of, and what falls out of
 * the pool.
 */
export function dueIn(
  { places, blocks }: Sealed,
  waiting: readonly PendingTransaction[],
  number: number,
  isGone: (pending: PendingTransaction) => boolean,
): PendingTransaction[] {
  const place = ({ hashHex }: PendingTransaction): number => places.get(hashHex) ?? Number.MAX_SAFE_INTEGER;
  return waiting
    .filter((pending) => {
      const block = blocks.get(pending.hashHex);
      return block === 0 ? isGone(pending) : block === undefined || block <= number;
    })
    .sort((a, b) => place(a) - place(b));
}
