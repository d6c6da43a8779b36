import { hexToBytes, isHexDigits } from "../../crypto/bytes/hex";
import type { ChainTransaction } from "../rpc/transactions";

/** Random numbers are drawn for many nonces at once: one draw costs more than all else. */
const pool = new BigUint64Array(256);
let used = pool.length;

function randomNumber(): bigint {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool[used++] ?? 0n;
}

/**
 * A random nonce: two numbers of 64 bits in decimal, up to 40 digits. The nonce is global to the group and compared as
 * text; decimal, because nodes before 3.3 read it as a number of at most 77 digits
 * (docs/protocol/transaction-encoding.md, "Nonce").
 */
export function generateNonce(): string {
  return `${randomNumber()}${randomNumber()}`;
}

/**
 * The number that takes part in the address of a contract where addresses follow nonces: the text read as hex, with or without prefix, of
 * which 256 bits count; 0 for a text that is none. Seen in no recording.
 */
export function nonceNumber(nonce: string): bigint {
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(nonce)?.[1];
  return digits === undefined ? 0n : BigInt(`0x${digits.slice(-64)}`);
}

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
