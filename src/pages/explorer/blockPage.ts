import type { RequestOptions } from "../../chain/client/client";
import { checkBlock } from "../../chain/verification/checkBlock";
import { versionText } from "../../text/versions";
import type { BlockPage } from "../../webview/explorer/messages";
import { transactionLines } from "../records/transactionLines";
import { blockLine } from "./blockLines";
import type { ExplorerContext } from "./explorerContext";
import { namedLine } from "./namedLine";
import { pageVerdict } from "./verdicts";

/** So many of a block's transactions are shown, and asked for, at a time. */
const shownAtOnce = 25;

/** @param asked by its number, or by its hash where that was searched for; `first`: the first of its transactions that is shown */
export async function blockPage(
  context: ExplorerContext,
  asked: { readonly number: number; readonly hash?: string; readonly first?: number },
  options: RequestOptions,
): Promise<BlockPage> {
  const { session, archive, archivedBelow, trust } = context;
  const [{ block, verdict }, archived] = await Promise.all([
    checkBlock(session, asked.hash ?? asked.number, { ...options, archive, trust: await trust() }),
    archivedBelow(),
  ]);
  const first = Math.max(0, Math.min(asked.first ?? 0, block.transactions.length - 1));
  const lines = await transactionLines(context, block.transactions.slice(first, first + shownAtOnce), options);
  const timed = lines.map((line) => ({ ...line, block: block.number, timeMs: block.timestamp }));
  context.seen(timed);
  return {
    kind: "block",
    block: blockLine(block, archived, context),
    ...(archive === undefined ? {} : { archive }),
    parentHash: block.parentInfo[0]?.blockHash ?? "",
    stateRoot: block.stateRoot,
    transactionsRoot: block.txsRoot,
    receiptsRoot: block.receiptsRoot,
    version: block.version === 0 ? "" : versionText(block.version),
    transactions: timed.map((line) => namedLine(context, line)),
    firstShown: first,
    atOnce: shownAtOnce,
    verdicts: [pageVerdict("block", verdict)],
  };
}
