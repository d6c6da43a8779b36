import type { RequestOptions } from "../../../chain/client";
import { getBlockByNumber } from "../../../chain/rpc/getBlockByNumber";
import { verifyBlockHeader } from "../../../chain/transaction/verifyBlockHeader";
import type { BlockPage } from "../../../webview/explorer/messages";
import { blockLine } from "./blockLines";
import type { ExplorerGround } from "./explorerGround";
import { blockVerdicts } from "./verdicts";

/** `3.16.0` of a block's version number. */
const versionText = (version: number): string =>
  version === 0 ? "" : [version >>> 24, (version >>> 16) & 0xff, (version >>> 8) & 0xff].join(".");

export async function blockPage(
  { session, archive, archivedBelow }: ExplorerGround,
  number: number,
  options: RequestOptions,
): Promise<BlockPage> {
  const [block, archived] = await Promise.all([
    getBlockByNumber(session.client, number, "hashes", options),
    archivedBelow(),
  ]);
  return {
    kind: "block",
    block: blockLine(block, archived),
    ...(archive === undefined ? {} : { archive }),
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
