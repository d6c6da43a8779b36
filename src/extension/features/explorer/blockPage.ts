import type { RequestOptions } from "../../../chain/client";
import { checkBlock } from "../../../chain/verification/checkBlock";
import type { BlockPage } from "../../../webview/explorer/messages";
import { blockLine } from "./blockLines";
import type { ExplorerGround } from "./explorerGround";
import { pageVerdict } from "./verdicts";

/** `3.16.0` of a block's version number. */
const versionText = (version: number): string =>
  version === 0 ? "" : [version >>> 24, (version >>> 16) & 0xff, (version >>> 8) & 0xff].join(".");

/** @param asked by its number, or by its hash where that was searched for */
export async function blockPage(
  ground: ExplorerGround,
  asked: { readonly number: number; readonly hash?: string },
  options: RequestOptions,
): Promise<BlockPage> {
  const { session, archive, archivedBelow, trust } = ground;
  const [{ block, verdict }, archived] = await Promise.all([
    checkBlock(session, asked.hash ?? asked.number, { ...options, archive, trust: await trust() }),
    archivedBelow(),
  ]);
  return {
    kind: "block",
    block: blockLine(block, archived, ground),
    ...(archive === undefined ? {} : { archive }),
    parentHash: block.parentInfo[0]?.blockHash ?? "",
    stateRoot: block.stateRoot,
    transactionsRoot: block.txsRoot,
    receiptsRoot: block.receiptsRoot,
    version: versionText(block.version),
    transactionHashes: block.transactions,
    sealers: block.sealerList.map((sealer) => sealer.replace(/^0x/, "")),
    verdicts: [pageVerdict("block", verdict)],
  };
}
