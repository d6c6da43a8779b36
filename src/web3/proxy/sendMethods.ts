import { numberToHex } from "../../crypto/bytes/hex";
import { readAddress } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import { pendingForm, readSentTransaction } from "../sending/sentTransaction";
import type { ProxyMethods, ProxyParts } from "./proxyParts";

type Waiting = ReturnType<ProxyParts["queue"]["list"]>[number];

/** Transactions: signed ones are passed on in order; what waits is shown. */
export function sendMethods(parts: ProxyParts): ProxyMethods {
  const { node, queue } = parts;

  /** By account and nonce, as geth's `txpool_` methods give them. */
  const byAccount = (waiting: readonly Waiting[], show: (each: Waiting) => unknown): object => {
    const accounts: Record<string, Record<string, unknown>> = {};
    for (const each of waiting) {
      const { from, nonce } = each.transaction;
      accounts[from] = { ...accounts[from], [String(nonce)]: show(each) };
    }
    return accounts;
  };
  const shown = (each: Waiting): object => pendingForm(each.transaction);
  const summary = ({ transaction, isHeld, sinceMs }: Waiting): string => {
    const { to, value, gas } = transaction.fields;
    const target = to ? `0x${Buffer.from(to).toString("hex")}` : "contract creation";
    return `${target}: ${value} wei, ${gas} gas, ${isHeld ? "held" : "passed on"} for ${Math.round(sinceMs / 1000)} s`;
  };
  const content = (show: (each: Waiting) => unknown, waiting = queue.list()): object => ({
    pending: byAccount(
      waiting.filter(({ isHeld }) => !isHeld),
      show,
    ),
    queued: byAccount(
      waiting.filter(({ isHeld }) => isHeld),
      show,
    ),
  });

  return {
    eth_sendRawTransaction: async ([raw], context) => {
      const refused = parts.refusesTransactions();
      if (refused !== undefined) throw new Web3Error(errorCodes.server, refused);
      if (!node.takesTransactions)
        throw new Web3Error(
          errorCodes.server,
          "transactions of Ethereum are taken by a node's web3 port alone, and the proxy knows none: start it with --web3",
        );
      const { chainId } = readSentTransaction(raw);
      const own = await parts.chainId();
      if (chainId !== undefined && chainId !== own)
        throw new Web3Error(errorCodes.server, `invalid chain id for signer: have ${chainId} want ${own}`);
      return queue.submit(raw, context);
    },
    eth_pendingTransactions: () => queue.list().map(shown),
    txpool_status: () => {
      const waiting = queue.list();
      const held = waiting.filter(({ isHeld }) => isHeld).length;
      return { pending: numberToHex(waiting.length - held), queued: numberToHex(held) };
    },
    txpool_content: () => content(shown),
    txpool_contentFrom: ([owner]) => {
      const address = readAddress(owner);
      const own = queue.list().filter(({ transaction }) => transaction.from === address);
      const { pending, queued } = content(shown, own) as Record<"pending" | "queued", Record<string, object>>;
      return { pending: pending[address] ?? {}, queued: queued[address] ?? {} };
    },
    txpool_inspect: () => content(summary),
  };
}
