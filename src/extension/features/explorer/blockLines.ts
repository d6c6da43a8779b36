import type { RequestOptions } from "../../../chain/client/client";
import { getBlockByNumber } from "../../../chain/rpc/getBlockByNumber";
import type { BlockLine } from "../../../webview/explorer/messages";
import type { ExplorerContext } from "./explorerContext";

interface WireBlock {
  number: number;
  hash: string;
  timestamp: number;
  gasUsed: string;
  sealer: number | bigint;
  sealerList: readonly string[];
  transactions: readonly unknown[];
}

/** `archivedBelow`: the first block whose transactions the node still has. */
export function blockLine(
  block: WireBlock,
  archivedBelow: number,
  { nodeName }: Pick<ExplorerContext, "nodeName">,
): BlockLine {
  const sealer = block.number === 0 ? "" : (block.sealerList[Number(block.sealer)]?.replace(/^0x/, "") ?? "");
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
