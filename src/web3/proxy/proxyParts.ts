import type { Filters } from "../blocks/filters";
import type { Head } from "../blocks/head";
import type { Logs } from "../blocks/logs";
import type { Receipts } from "../blocks/receipts";
import type { Executions } from "../execution/executions";
import type { AnswerContext } from "../model/answerContext";
import { type BlockReference, isObject, numberOf } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
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

type Heights = Pick<ProxyParts, "node" | "head" | "confirmations">;

const unknownBlock = (): Web3Error => new Web3Error(errorCodes.server, "header not found");

/** The number of the block that is meant: of one that is only shown, the latest. @throws Web3Error for one that isn't there */
export async function resolvedHeight(
  { node, head, confirmations }: Heights,
  reference: BlockReference,
  { signal }: AnswerContext,
): Promise<number> {
  if (reference.kind === "hash") {
    const shown = confirmations.known(reference.hash);
    const block = shown ?? (await node.request("eth_getBlockByHash", [reference.hash, false], signal));
    if (!isObject(block)) throw unknownBlock();
    return shown ? head.height() : numberOf(block["number"]);
  }
  const height = await head.height();
  if (reference.kind !== "number") return height;
  if (reference.number <= height) return reference.number;
  if (reference.number <= height + confirmations.max) return height;
  throw unknownBlock();
}

/** The block whose state is meant, where it isn't the latest one; undefined for the state of now. @throws as `resolvedHeight` */
export async function pastHeight(
  parts: Heights,
  reference: BlockReference,
  context: AnswerContext,
): Promise<number | undefined> {
  if (reference.kind === "latest" || reference.kind === "pending") return undefined;
  const number = await resolvedHeight(parts, reference, context);
  return number < (await parts.head.height()) ? number : undefined;
}
