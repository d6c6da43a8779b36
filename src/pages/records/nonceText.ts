import type { ChainTransaction } from "../../chain/rpc/transactions";
import { sendersOutOfOrder } from "../../chain/transaction/nonce";
import { t } from "../../text/catalogue";

/** A nonce is the hex of its text since 3.3. */
export function nonceText(nonce: string): string {
  const bytes = /^(?:[0-9a-f]{2})+$/.test(nonce) ? Buffer.from(nonce, "hex").toString("utf8") : "";
  return /^[\x20-\x7e]+$/.test(bytes) ? bytes : nonce;
}

/**
 * Says whose Ethereum transactions a block ran against their nonces.
 * @param transactions all of the block, in its order
 * @param shown an address as people see it
 */
export const orderNotes = (
  transactions: readonly (ChainTransaction | undefined)[],
  shown: (address: string) => string,
): string[] =>
  sendersOutOfOrder(transactions).map((sender) =>
    t(
      "The transactions of {0} ran in this order, not in the order of their nonces. Nodes run the transactions of one sender in a block in any order.",
      shown(sender),
    ),
  );
