import { numberToHex } from "../../crypto/bytes/hex";
import { blockForm, transactionForm, withBaseFee } from "../blocks/blockForm";
import { readLogQuery } from "../blocks/logs";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject, numberOf, readBlockReference, readHash, readQuantity } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import { pendingForm } from "../sending/sentTransaction";
import { gasPrice } from "./chainMethods";
import { type ProxyMethods, type ProxyParts, resolvedHeight } from "./proxyParts";

/** Logs, and filters. */
export const logMethods = ({ logs, filters }: ProxyParts): ProxyMethods => ({
  eth_getLogs: ([filter], context) => logs.find(readLogQuery(filter), context),
  eth_newFilter: ([filter], context) => filters.addLogs(readLogQuery(filter), context),
  eth_newBlockFilter: (_params, context) => filters.add("blocks", context),
  eth_newPendingTransactionFilter: (_params, context) => filters.add("transactions", context),
  eth_uninstallFilter: ([id]) => filters.remove(id),
  eth_getFilterChanges: ([id], context) => filters.changes(id, context),
  eth_getFilterLogs: ([id], context) => filters.logs(id, context),
});

/** How long the receipt of a transaction on its way is waited for: about as long as a node's block takes. */
const receiptWaitMs = 1000;

/** Blocks, transactions, receipts. */
export function blockMethods(parts: ProxyParts): ProxyMethods {
  const { node, head, receipts, queue, confirmations } = parts;

  const shownBlock = async (block: unknown, context: AnswerContext): Promise<JsonObject | null> => {
    if (!isObject(block)) return null;
    const form = blockForm(block, context);
    // what a transaction offers now is worked out from the latest block
    if (numberOf(block["number"]) < (await head.height())) return form;
    const price = await gasPrice(node, context);
    if (price === 0n) return form;
    context.madeUp.add("base-fee");
    return withBaseFee(form, price);
  };

  const byNumber = async (params: readonly unknown[], context: AnswerContext): Promise<unknown> => {
    const { agent, signal, madeUp } = context;
    const reference = readBlockReference(params[0]);
    const whole = params[1] === true;
    if (reference.kind === "hash") return byHash([reference.hash, whole], context);
    const height = await head.height();
    const extra = confirmations.extra(agent);
    const number = reference.kind === "number" ? reference.number : height + extra;
    if (number > height + extra) return null;
    const real = Math.min(number, height);
    const block = await shownBlock(
      await node.request("eth_getBlockByNumber", [numberToHex(real), whole], signal),
      context,
    );
    if (!block || number === real) return block;
    madeUp.add("confirmations");
    return confirmations.blockAbove(block, number - real);
  };

  const byHash = async (params: readonly unknown[], context: AnswerContext): Promise<unknown> => {
    const hash = readHash(params[0]);
    const shown = confirmations.known(hash);
    if (shown) return shown;
    return shownBlock(await node.request("eth_getBlockByHash", [hash, params[1] === true], context.signal), context);
  };

  const shownTransaction = (transaction: unknown, context: AnswerContext): JsonObject | null =>
    isObject(transaction) ? transactionForm(transaction, context) : null;

  /** A node answers an unknown block with an error. */
  const ofBlock = async (method: string, params: readonly unknown[], context: AnswerContext): Promise<unknown> => {
    try {
      return shownTransaction(await node.request(method, params, context.signal), context);
    } catch (error) {
      if (error instanceof Web3Error && error.code === errorCodes.internal) return null;
      throw error;
    }
  };

  return {
    eth_getBlockByNumber: byNumber,
    eth_getBlockByHash: byHash,
    eth_getBlockReceipts: async (params, context) => {
      const reference = readBlockReference(params[0]);
      const height = await resolvedHeight(parts, reference, context).catch(() => undefined);
      if (height === undefined) return null;
      context.madeUp.add("block-receipts");
      const block = await node.request("eth_getBlockByNumber", [numberToHex(height), false], context.signal);
      return receipts.ofBlock(block, context);
    },
    eth_getBlockTransactionCountByNumber: async (params, context) => {
      const height = await resolvedHeight(parts, readBlockReference(params[0]), context).catch(() => undefined);
      if (height === undefined) return null;
      return node.request("eth_getBlockTransactionCountByNumber", [numberToHex(height)], context.signal);
    },
    eth_getBlockTransactionCountByHash: (params, { signal }) =>
      node.request("eth_getBlockTransactionCountByHash", [readHash(params[0])], signal),
    eth_getTransactionByHash: async (params, context) => {
      const hash = readHash(params[0]);
      const transaction = shownTransaction(
        await node.request("eth_getTransactionByHash", [hash], context.signal),
        context,
      );
      const waiting = transaction ? undefined : queue.find(hash);
      if (!waiting) return transaction;
      context.madeUp.add("pending");
      return pendingForm(waiting);
    },
    eth_getTransactionByBlockHashAndIndex: (params, context) =>
      ofBlock(
        "eth_getTransactionByBlockHashAndIndex",
        [readHash(params[0]), numberToHex(readQuantity(params[1], "index"))],
        context,
      ),
    eth_getTransactionByBlockNumberAndIndex: async (params, context) => {
      const height = await resolvedHeight(parts, readBlockReference(params[0]), context).catch(() => undefined);
      if (height === undefined) return null;
      const index = numberToHex(readQuantity(params[1], "index"));
      return ofBlock("eth_getTransactionByBlockNumberAndIndex", [numberToHex(height), index], context);
    },
    eth_getTransactionReceipt: async (params, context) => {
      const hash = readHash(params[0]);
      // A tool that asks before the block is there looks again with the next block (ethers), and no next block comes on a chain that makes
      // none without transactions: it would wait forever.
      await queue.settled(hash, receiptWaitMs);
      const receipt = await receipts.ofTransaction(hash, context);
      const reason = receipt ? undefined : queue.droppedReason(hash);
      // a tool that waits for it would wait forever
      if (reason !== undefined)
        throw new Web3Error(errorCodes.server, `transaction ${hash} was dropped by the proxy: ${reason}`);
      return receipt;
    },
    eth_getUncleCountByBlockHash: () => "0x0",
    eth_getUncleCountByBlockNumber: () => "0x0",
    eth_getUncleByBlockHashAndIndex: () => null,
    eth_getUncleByBlockNumberAndIndex: () => null,
  };
}
