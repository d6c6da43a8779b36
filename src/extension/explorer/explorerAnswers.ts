import type { RequestOptions } from "../../chain/client";
import { ChainError } from "../../chain/errors/chainError";
import { clientError } from "../../chain/errors/clientError";
import { getBlockByHash } from "../../chain/rpc/getBlockByHash";
import { getBlockNumber } from "../../chain/rpc/getBlockNumber";
import { getTransaction } from "../../chain/rpc/getTransaction";
import type { ChainSession } from "../../chain/session";
import type { BlocksPage, ExplorerAnswer, ExplorerQuestion } from "../../webview/explorer/messages";
import { addressPage } from "./addressPage";
import { blockLines } from "./blockLines";
import { blockPage } from "./blockPage";
import type { InterfaceFinder } from "./decodedParts";
import { overview } from "./overview";
import { transactionPage } from "./transactionPage";

async function blocksPage(
  session: ChainSession,
  question: Extract<ExplorerQuestion, { kind: "blocks" }>,
  options: RequestOptions,
): Promise<BlocksPage> {
  const newest = question.before === undefined ? await getBlockNumber(session.client, options) : question.before - 1;
  const blocks = newest < 0 ? [] : await blockLines(session, newest, Math.min(question.count, 100), options);
  return { kind: "blocks", blocks, more: (blocks.at(-1)?.number ?? 0) > 0 };
}

/** What a 32-byte hash names: a transaction, or else a block. */
async function byHash(session: ChainSession, hash: string, options: RequestOptions): Promise<ExplorerQuestion> {
  try {
    await getTransaction(session.client, hash, false, options);
    return { kind: "transaction", hash };
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind !== "rpc") throw error;
  }
  const block = await getBlockByHash(session.client, hash, "header", options).catch(() => undefined);
  if (!block) throw clientError("nothingWithThatHash", { hash });
  return { kind: "block", number: block.number };
}

async function find(session: ChainSession, text: string, options: RequestOptions): Promise<ExplorerQuestion> {
  if (/^#?\d{1,15}$/.test(text)) return { kind: "block", number: Number(text.replace("#", "")) };
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return byHash(session, text, options);
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { kind: "address", address: text.toLowerCase() };
  throw clientError("notSearchable", { text });
}

/** Everything the explorer's page may ask. @throws ChainError */
export async function answerQuestion(
  session: ChainSession,
  finder: InterfaceFinder,
  question: ExplorerQuestion,
  options: RequestOptions,
): Promise<ExplorerAnswer> {
  switch (question.kind) {
    case "overview":
      return overview(session, options);
    case "blocks":
      return blocksPage(session, question, options);
    case "block":
      return blockPage(session, question.number, options);
    case "transaction":
      return transactionPage(session, finder, question.hash, options);
    case "address":
      return addressPage(session, finder, question.address, options);
    case "find":
      return answerQuestion(session, finder, await find(session, question.text, options), options);
  }
}
