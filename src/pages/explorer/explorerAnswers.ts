import { lookUpTransaction } from "../../chain/archive/archiveFallback";
import type { RequestOptions } from "../../chain/client/client";
import { getBlockByHash, getBlockNumber } from "../../chain/rpc/blocks";
import { isAddress, isHash } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { unknownToNode } from "../../errors/unknownToNode";
import type { BlocksPage, ExplorerAnswer, ExplorerQuestion } from "../../webview/explorer/messages";
import { addressPage } from "./addressPage";
import { blockLines } from "./blockLines";
import { blockPage } from "./blockPage";
import type { ExplorerContext } from "./explorerContext";
import { overview } from "./overview";
import { transactionPage } from "./transactionPage";

async function blocksPage(
  context: ExplorerContext,
  question: Extract<ExplorerQuestion, { kind: "blocks" }>,
  options: RequestOptions,
): Promise<BlocksPage> {
  const height = await getBlockNumber(context.session.client, options);
  const from = Math.min(height, question.before === undefined ? height : question.before - 1);
  const blocks = from < 0 ? [] : await blockLines(context, from, Math.min(question.count, 100), options);
  return { kind: "blocks", blocks, newer: from < height, more: (blocks.at(-1)?.number ?? 0) > 0 };
}

/** What a 32-byte hash names: a transaction, or else a block. */
async function byHash(
  { session, archive }: ExplorerContext,
  hash: string,
  options: RequestOptions,
): Promise<ExplorerQuestion> {
  const found = await lookUpTransaction(session, hash, { ...options, archive }).catch(unknownToNode);
  if (found) return { kind: "transaction", hash };
  const block = await getBlockByHash(session.client, hash, "header", options).catch(unknownToNode);
  if (!block) throw clientError("nothingWithThatHash", { hash });
  return { kind: "block", number: block.number, hash };
}

async function find(context: ExplorerContext, text: string, options: RequestOptions): Promise<ExplorerQuestion> {
  if (/^#?\d{1,15}$/.test(text)) return { kind: "block", number: Number(text.replace("#", "")) };
  if (isHash(text)) return byHash(context, text, options);
  if (isAddress(text)) return { kind: "address", address: text.toLowerCase() };
  const address = context.addressNamed(text);
  if (address !== undefined) return { kind: "address", address };
  throw clientError("notSearchable", { text });
}

/** What a searched text names; what no node finds, an index may. */
async function findPage(context: ExplorerContext, text: string, options: RequestOptions): Promise<ExplorerAnswer> {
  try {
    return await answerQuestion(context, await find(context, text, options), options);
  } catch (error) {
    const isUnknown =
      error instanceof ChainError && ["notSearchable", "nothingWithThatHash"].includes(String(error.code));
    if (!isUnknown || !context.history) throw error;
    const lines = await context.history.find(text);
    const [only] = lines;
    if (only === undefined || lines.length > 1) return { kind: "found", text, lines: [...lines] };
    if (only.kind === "block") return answerQuestion(context, { kind: "block", number: Number(only.key) }, options);
    if (only.kind === "address") return answerQuestion(context, { kind: "address", address: only.key }, options);
    return answerQuestion(context, { kind: "transaction", hash: only.key }, options);
  }
}

/** Everything the explorer's page may ask. @throws ChainError */
export async function answerQuestion(
  context: ExplorerContext,
  question: ExplorerQuestion,
  options: RequestOptions,
): Promise<ExplorerAnswer> {
  switch (question.kind) {
    case "overview":
      return overview(context, options);
    case "blocks":
      return blocksPage(context, question, options);
    case "block":
      return blockPage(context, question, options);
    case "transaction":
      return transactionPage(context, question.hash, options);
    case "address":
      return addressPage(context, question.address, options);
    case "find":
      return findPage(context, question.text, options);
  }
}
