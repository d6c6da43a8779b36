import { bytesToHex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { logsBloom } from "../../crypto/logsBloom";
import { inParallel } from "../../time/inParallel";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject, numberOf } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";

/** Receipts that are asked for at once. */
const atOnce = 6;
/** Transactions of one block whose receipts are read. */
const maxOfBlock = 10_000;

const bloomOf = (logs: readonly JsonObject[]): string =>
  bytesToHex(
    logsBloom(
      logs
        .flatMap(({ address, topics }) => [address, ...(Array.isArray(topics) ? topics : [])])
        .flatMap((item) => (typeof item === "string" ? [hexToBytes(item)] : [])),
    ),
  );

const logsOf = (receipt: JsonObject): JsonObject[] =>
  Array.isArray(receipt["logs"]) ? receipt["logs"].filter(isObject) : [];

/** Receipts as Ethereum's tools expect them, of what a node's web3 port gives. */
export class Receipts {
  readonly #node: Web3Node;

  constructor(node: Web3Node) {
    this.#node = node;
  }

  async #receipt(hash: string, signal: AbortSignal): Promise<JsonObject | undefined> {
    const receipt = await this.#node.request("eth_getTransactionReceipt", [hash], signal);
    return isObject(receipt) ? receipt : undefined;
  }

  async #hashesOf(blockHash: unknown, signal: AbortSignal): Promise<string[]> {
    const block = await this.#node.request("eth_getBlockByHash", [blockHash, false], signal);
    const hashes = isObject(block) && Array.isArray(block["transactions"]) ? block["transactions"] : [];
    return hashes.filter((hash) => typeof hash === "string");
  }

  /** The receipt of a transaction; null where there is none yet. @throws Web3Error, ChainError */
  async ofTransaction(hash: string, context: AnswerContext): Promise<JsonObject | null> {
    const receipt = await this.#receipt(hash, context.signal);
    return receipt ? this.#form(receipt, context) : null;
  }

  /**
   * What the classic executor leaves out (docs/protocol/web3-rpc.md): the place in the block, the sum of gas, the bloom filter. The last
   * tells it. In logs of every executor, the transaction's index is the hex of the hex text.
   */
  async #form(receipt: JsonObject, context: AnswerContext): Promise<JsonObject> {
    const { signal } = context;
    if (receipt["logsBloom"] !== "0x") return placed(receipt, receipt, 0, context);
    const hashes = await this.#hashesOf(receipt["blockHash"], signal);
    const index = hashes.indexOf(String(receipt["transactionHash"]));
    if (index < 0) return placed(receipt, receipt, 0, context);
    const before = await inParallel(hashes.slice(0, index), atOnce, (hash) => this.#receipt(hash, signal));
    return classic(receipt, index, before, context);
  }

  /** All receipts of a block, in its order; null for a block that isn't there. @throws Web3Error where there are too many */
  async ofBlock(block: unknown, context: AnswerContext): Promise<JsonObject[] | null> {
    if (!isObject(block) || !Array.isArray(block["transactions"])) return null;
    const { signal } = context;
    const hashes = block["transactions"].filter((hash) => typeof hash === "string");
    if (hashes.length > maxOfBlock)
      throw new Web3Error(errorCodes.limitExceeded, `the block has more than ${maxOfBlock} transactions`);
    const found = await inParallel(hashes, atOnce, (hash) => this.#receipt(hash, signal));
    return found.flatMap((receipt, index): JsonObject[] => {
      if (!receipt) return [];
      const isClassic = receipt["logsBloom"] === "0x";
      return [
        isClassic ? classic(receipt, index, found.slice(0, index), context) : placed(receipt, receipt, 0, context),
      ];
    });
  }
}

/** A receipt whose logs say where they are. */
function placed(receipt: JsonObject, place: JsonObject, logsBefore: number, { madeUp }: AnswerContext): JsonObject {
  const { transactionIndex } = place;
  const logs = logsOf(receipt).map((log) => {
    if (log["transactionIndex"] !== transactionIndex) madeUp.add("transaction-index");
    const logIndex = logsBefore === 0 ? log["logIndex"] : numberToHex(logsBefore + numberOf(log["logIndex"]));
    return { ...log, transactionIndex, logIndex };
  });
  return { ...receipt, logs };
}

function classic(
  receipt: JsonObject,
  index: number,
  before: readonly (JsonObject | undefined)[],
  context: AnswerContext,
): JsonObject {
  const { madeUp } = context;
  for (const word of ["bloom", "cumulative-gas", "transaction-index"] as const) madeUp.add(word);
  const gas = before.reduce((sum, each) => sum + numberOf(each?.["gasUsed"]), numberOf(receipt["gasUsed"]));
  const logsBefore = before.reduce((sum, each) => sum + (each ? logsOf(each).length : 0), 0);
  const whole = {
    ...receipt,
    transactionIndex: numberToHex(index),
    cumulativeGasUsed: numberToHex(gas),
    logsBloom: bloomOf(logsOf(receipt)),
  };
  return placed(whole, whole, logsBefore, context);
}
