import type { RequestOptions } from "../../chain/client";
import { getBlockByNumber } from "../../chain/rpc/getBlockByNumber";
import type { ChainSession } from "../../chain/session";
import type { BlockLine } from "../../webview/explorer/messages";

interface WireBlock {
  number: number;
  hash: string;
  timestamp: number;
  gasUsed: string;
  sealer: number | bigint;
  sealerList: readonly string[];
  transactions: readonly unknown[];
}

export function blockLine(block: WireBlock): BlockLine {
  return {
    number: block.number,
    hash: block.hash,
    timestampMs: block.timestamp,
    transactions: block.transactions.length,
    gasUsed: block.gasUsed,
    sealer: block.number === 0 ? "" : (block.sealerList[Number(block.sealer)]?.replace(/^0x/, "") ?? ""),
  };
}

/** Blocks `from` and below, newest first. Blocks whose bodies were archived are left out. */
export async function blockLines(
  session: ChainSession,
  from: number,
  count: number,
  options: RequestOptions,
): Promise<BlockLine[]> {
  const numbers = Array.from({ length: Math.min(count, from + 1) }, (_, index) => from - index);
  const blocks = await Promise.all(
    numbers.map((number) => getBlockByNumber(session.client, number, "hashes", options)),
  );
  return blocks.map(blockLine);
}
