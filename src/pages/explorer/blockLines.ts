import type { RequestOptions } from "../../chain/client/client";
import { type Block, getBlockByNumber, proposerOf } from "../../chain/rpc/blocks";
import type { BlockLine } from "../../webview/explorer/messages";
import type { ExplorerContext } from "./explorerContext";

/** `archivedBelow`: the first block whose transactions the node still has. */
export function blockLine(
  block: Block,
  archivedBelow: number,
  { nodeName }: Pick<ExplorerContext, "nodeName">,
): BlockLine {
  const sealer = proposerOf(block) ?? "";
  const sealerName = sealer === "" ? undefined : nodeName(sealer);
  return {
    number: block.number,
    hash: block.hash,
    timestampMs: block.timestamp,
    transactions: block.transactions.length,
    gasUsed: block.gasUsed,
    archived: block.transactions.length > 0 && block.number < archivedBelow,
    sealer,
    ...(sealerName === undefined ? {} : { sealerName }),
  };
}

/** Blocks `from` and below, newest first. */
export async function blockLines(
  context: ExplorerContext,
  from: number,
  count: number,
  options: RequestOptions,
): Promise<BlockLine[]> {
  const { session, archivedBelow } = context;
  const numbers = Array.from({ length: Math.min(count, from + 1) }, (_, index) => from - index);
  const [archived, ...blocks] = await Promise.all([
    archivedBelow(),
    ...numbers.map((number) => getBlockByNumber(session.client, number, "hashes", options)),
  ]);
  return blocks.map((block) => blockLine(block, archived, context));
}
