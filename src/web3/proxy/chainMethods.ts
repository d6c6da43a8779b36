import { numberToHex } from "../../crypto/bytes/hex";
import { inParallel } from "../../time/inParallel";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject, numberOf, readBlockReference, readData, readQuantity } from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import { type ProxyMethods, type ProxyParts, resolvedHeight } from "./proxyParts";

/** Blocks of one fee history, as geth has it, and percentiles. */
const maxHistory = 1024;
const maxPercentiles = 100;
const atOnce = 6;

const isMissing = (error: unknown): boolean => error instanceof Web3Error && error.code === errorCodes.methodNotFound;

/** The chain's fixed price of gas (`tx_gas_price`). */
export const gasPrice = async (node: Web3Node, { signal }: AnswerContext): Promise<bigint> =>
  readQuantity(await node.request("eth_gasPrice", [], signal), "gasPrice");

const ratioOf = (block: unknown): number => {
  const { gasUsed, gasLimit }: JsonObject = isObject(block) ? block : {};
  const limit = numberOf(gasLimit);
  return limit === 0 ? 0 : Math.min(1, numberOf(gasUsed) / limit);
};

/** The chain as a whole: who it is, what gas costs. */
export function chainMethods(parts: ProxyParts): ProxyMethods {
  const { node, head, confirmations } = parts;

  /** The price of gas is fixed, so it was the same in each block, as far as a client can tell; nothing is paid on top. */
  const feeHistory = async (params: readonly unknown[], context: AnswerContext): Promise<object> => {
    const asked = readQuantity(params[0], "blockCount");
    const percentiles: readonly unknown[] = Array.isArray(params[2]) ? params[2] : [];
    if (percentiles.length > maxPercentiles) throw invalidParams(`over the query limit ${maxPercentiles}`);
    const isWrong = (each: unknown, index: number): boolean =>
      typeof each !== "number" || each < 0 || each > 100 || each < Number(percentiles[index - 1] ?? 0);
    if (percentiles.some(isWrong)) throw invalidParams("invalid reward percentile");
    const newest = await resolvedHeight(parts, readBlockReference(params[1], "newestBlock"), context);
    const count = Math.min(Number(asked), maxHistory, newest + 1);
    context.madeUp.add("fee-history");
    if (count === 0) return { oldestBlock: "0x0" };
    const oldest = newest - count + 1;
    const numbers = Array.from({ length: count }, (_, index) => numberToHex(oldest + index));
    const [price, blocks] = await Promise.all([
      gasPrice(node, context),
      inParallel(numbers, atOnce, (number) => node.request("eth_getBlockByNumber", [number, false], context.signal)),
    ]);
    const none = percentiles.map(() => "0x0");
    return {
      oldestBlock: numberToHex(oldest),
      baseFeePerGas: Array.from({ length: count + 1 }, () => numberToHex(price)),
      gasUsedRatio: blocks.map(ratioOf),
      baseFeePerBlobGas: Array.from({ length: count + 1 }, () => "0x0"),
      blobGasUsedRatio: blocks.map(() => 0),
      ...(percentiles.length === 0 ? {} : { reward: blocks.map(() => none) }),
    };
  };

  const passed =
    (method: string) =>
    (params: readonly unknown[], { signal }: AnswerContext) =>
      node.request(method, params, signal);

  /** What an older node doesn't know, and what no such chain has. */
  const orElse = (method: string, value: unknown) => async (params: readonly unknown[], context: AnswerContext) => {
    try {
      return await node.request(method, params, context.signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
      context.madeUp.add("fixed");
      return value;
    }
  };
  const fixed =
    (value: unknown) =>
    (_params: readonly unknown[], { madeUp }: AnswerContext) => {
      madeUp.add("fixed");
      return value;
    };

  return {
    eth_chainId: async () => numberToHex(await parts.chainId()),
    net_version: async (_params, { madeUp }) => {
      madeUp.add("network-id");
      return String(await parts.chainId());
    },
    net_listening: passed("net_listening"),
    net_peerCount: async (params, { signal, madeUp }) => {
      const count = await node.request("net_peerCount", params, signal);
      madeUp.add("fixed");
      return typeof count === "number" ? numberToHex(count) : count;
    },
    web3_clientVersion: passed("web3_clientVersion"),
    web3_sha3: ([data], { signal }) => node.request("web3_sha3", [readData(data)], signal),
    eth_protocolVersion: fixed("0x41"),
    eth_syncing: passed("eth_syncing"),
    eth_coinbase: passed("eth_coinbase"),
    eth_mining: fixed(false),
    eth_hashrate: fixed("0x0"),
    eth_accounts: () => [],
    eth_gasPrice: passed("eth_gasPrice"),
    eth_maxPriorityFeePerGas: orElse("eth_maxPriorityFeePerGas", "0x0"),
    eth_blobBaseFee: fixed("0x0"),
    eth_feeHistory: feeHistory,
    eth_blockNumber: async (_params, { agent, madeUp }) => {
      const height = await head.height();
      const extra = confirmations.extra(agent);
      if (extra > 0) madeUp.add("confirmations");
      return numberToHex(height + extra);
    },
  };
}
