import { ChainError } from "../../errors/chainError";
import { Filters } from "../blocks/filters";
import { Head } from "../blocks/head";
import { type LogIndex, Logs } from "../blocks/logs";
import { Receipts } from "../blocks/receipts";
import type { Executions } from "../execution/executions";
import type { AnswerContext } from "../model/answerContext";
import { failureForm } from "../model/failure";
import { readQuantity } from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import { type QueueOptions, TransactionQueue } from "../sending/transactionQueue";
import { blockMethods, logMethods } from "./blockMethods";
import { chainMethods } from "./chainMethods";
import { type ConfirmationSetting, Confirmations } from "./confirmations";
import type { ProxyMethods, ProxyParts } from "./proxyParts";
import { refusedMethods, unknownMethod } from "./refusedMethods";
import { sendMethods } from "./sendMethods";
import { stateMethods } from "./stateMethods";
import { traceMethods } from "./traceMethods";

interface Web3ProxyOptions {
  readonly node: Web3Node;
  /** Undefined where only the web3 port is known. */
  readonly executions?: Executions | undefined;
  /** Why no transaction may be passed on now, for people: a connection that only reads. */
  readonly refusesTransactions?: () => string | undefined;
  readonly queue: QueueOptions;
  readonly confirmations: ConfirmationSetting;
  /** How many blocks the node looks at for logs at once (`filter_max_process_block`). */
  readonly logBlocks: number;
  readonly index?: LogIndex | undefined;
  /** How often the height is asked for while something waits for blocks. */
  readonly pollMs: number;
}

/** Methods whose first parameter is of a kind that may be empty elsewhere, and must be there for these. */
const withArgument: ReadonlySet<string> = new Set([
  "debug_traceBlockByNumber",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getBlockTransactionCountByNumber",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_getLogs",
  "eth_getUncleByBlockHashAndIndex",
  "eth_getUncleByBlockNumberAndIndex",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleCountByBlockNumber",
  "eth_newFilter",
  "eth_uninstallFilter",
]);

/**
 * What Ethereum's tools expect, made of what a FISCO BCOS node gives (docs/ethereum-tools.md). It signs nothing and holds no key.
 */
export class Web3Proxy {
  readonly parts: ProxyParts;
  readonly #methods: ProxyMethods;

  constructor(options: Web3ProxyOptions) {
    const { node, executions, index, logBlocks, pollMs } = options;
    const head = new Head(node, pollMs);
    const receipts = new Receipts(node);
    const logs = new Logs(node, head, receipts, logBlocks, index);
    let chainId: Promise<bigint> | undefined;
    this.parts = {
      node,
      head,
      receipts,
      logs,
      filters: new Filters(node, head, logs),
      queue: new TransactionQueue(node, options.queue),
      confirmations: new Confirmations(head, options.confirmations),
      executions,
      refusesTransactions: options.refusesTransactions ?? (() => undefined),
      chainId: () => {
        chainId ??= node.request("eth_chainId", []).then((id) => readQuantity(id, "chainId"));
        chainId.catch(() => {
          chainId = undefined;
        });
        return chainId;
      },
    };
    this.#methods = {
      ...chainMethods(this.parts),
      ...blockMethods(this.parts),
      ...stateMethods(this.parts),
      ...logMethods(this.parts),
      ...sendMethods(this.parts),
      ...traceMethods(this.parts),
      ...refusedMethods,
    };
  }

  /** Takes up what waited when it ended last. @returns how many @throws ChainError for a file that can't be read */
  restore(): Promise<number> {
    return this.parts.queue.restore();
  }

  /** @throws Web3Error with what tools understand */
  async answer(method: string, params: readonly unknown[], context: AnswerContext): Promise<unknown> {
    const run = Object.hasOwn(this.#methods, method) ? this.#methods[method] : undefined;
    if (!run) throw unknownMethod(method);
    if (params[0] === undefined && withArgument.has(method))
      throw invalidParams("missing value for required argument 0");
    try {
      return await run(params, context);
    } catch (error) {
      if (error instanceof Web3Error) throw await failureForm(error, context);
      if (error instanceof ChainError) throw new Web3Error(errorCodes.internal, error.message);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.parts.head.close();
    await this.parts.queue.close();
  }
}
