import { hexToBytes, isHexDigits } from "../../crypto/bytes/hex";
import type { ChainTransaction } from "../rpc/transactions";

type Sent = Pick<ChainTransaction, "from" | "groupID" | "nonce">;

/** The account nonce of an Ethereum transaction, which names no group and whose nonce is printed as the digits of its text. */
function accountNonce({ groupID, nonce }: Sent): bigint | undefined {
  if (groupID !== "" || !isHexDigits(nonce) || nonce.length % 2 !== 0 || nonce.length > 140) return undefined;
  const text = Buffer.from(hexToBytes(`0x${nonce}`)).toString("latin1");
  return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : undefined;
}

/**
 * Senders whose Ethereum transactions a block ran in another order than that of their nonces, as nodes do.
 * @param transactions of one block, in its order
 */
export function sendersOutOfOrder(transactions: readonly (Sent | undefined)[]): string[] {
  const latest = new Map<string, bigint>();
  const found = new Set<string>();
  for (const each of transactions) {
    const nonce = each && accountNonce(each);
    if (!each || nonce === undefined) continue;
    const before = latest.get(each.from);
    if (before !== undefined && nonce < before) found.add(each.from);
    latest.set(each.from, nonce);
  }
  return [...found];
}
