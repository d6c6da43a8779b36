import type { RequestOptions } from "../../chain/client";
import { getBlockByNumber } from "../../chain/rpc/getBlockByNumber";
import type { ChainSession } from "../../chain/session";
import { verifyBlockHeader } from "../../chain/transaction/verifyBlockHeader";
import type { BlockPage } from "../../webview/explorer/messages";
import { blockLine } from "./blockLines";
import { blockVerdicts } from "./verdicts";

/** `3.16.0` of a block's version number. */
const versionText = (version: number): string =>
  version === 0 ? "" : [version >>> 24, (version >>> 16) & 0xff, (version >>> 8) & 0xff].join(".");

export async function blockPage(session: ChainSession, number: number, options: RequestOptions): Promise<BlockPage> {
  const block = await getBlockByNumber(session.client, number, "hashes", options);
  return {
    kind: "block",
    block: blockLine(block),
    parentHash: block.parentInfo[0]?.blockHash ?? "",
    stateRoot: block.stateRoot,
    transactionsRoot: block.txsRoot,
    receiptsRoot: block.receiptsRoot,
    version: versionText(block.version),
    transactionHashes: block.transactions,
    sealers: block.sealerList.map((sealer) => sealer.replace(/^0x/, "")),
    verdicts: blockVerdicts(verifyBlockHeader(session.suite, block), number),
  };
}
