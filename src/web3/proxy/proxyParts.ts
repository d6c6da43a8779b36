import type { Filters } from "../blocks/filters";
import type { Head } from "../blocks/head";
import type { Logs } from "../blocks/logs";
import type { Receipts } from "../blocks/receipts";
import type { Executions } from "../execution/executions";
import type { AnswerContext } from "../model/answerContext";
import type { Web3Node } from "../model/web3Node";
import type { TransactionQueue } from "../sending/transactionQueue";
import type { Confirmations } from "./confirmations";

/** What the methods of the proxy share. */
export interface ProxyParts {
  readonly node: Web3Node;
  readonly head: Head;
  readonly receipts: Receipts;
  readonly logs: Logs;
  readonly filters: Filters;
  readonly queue: TransactionQueue;
  readonly confirmations: Confirmations;
  /** Undefined where only the web3 port is known: re-execution asks the FISCO BCOS interface. */
  readonly executions: Executions | undefined;
  /** As tools see it. */
  chainId(): Promise<bigint>;
  /** Why no transaction may be passed on now, for people; undefined where one may. */
  readonly refusesTransactions: () => string | undefined;
}

/** Answers one method. @throws Web3Error, ChainError */
type ProxyMethod = (params: readonly unknown[], context: AnswerContext) => unknown;

export type ProxyMethods = Readonly<Record<string, ProxyMethod>>;
