import * as vscode from "vscode";
import { askText } from "../../kit/asking/ask";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { beginBlocksAt } from "./blockNodes";

/** Asks for a number or hash and lets the Blocks folder begin there. An empty answer follows the newest block again. @throws Cancelled */
export async function goToBlock(group: ChainGroup): Promise<void> {
  const height = await group.refreshHeight();
  const text = (
    await askText({
      title: vscode.l10n.t("Go to Block"),
      prompt: vscode.l10n.t("Number (0 to {0}) or hash of the block. Leave empty for the newest.", height),
      validate: (typed) => {
        const wanted = typed.trim();
        if (wanted === "" || /^0x[0-9a-fA-F]{64}$/.test(wanted)) return undefined;
        if (!/^\d+$/.test(wanted)) return vscode.l10n.t("Enter a block number, or 0x and 64 hex digits.");
        return Number(wanted) > height ? vscode.l10n.t("The newest block is {0}.", height) : undefined;
      },
    })
  ).trim();
  let top: number | undefined;
  if (text.startsWith("0x")) {
    const { getBlockByHash } = await import("../../../chain/rpc/getBlockByHash");
    top = (await getBlockByHash(group.session.client, text, "header")).number;
  } else if (text !== "" && Number(text) < height) top = Number(text);
  beginBlocksAt(`${group.id}/blocks`, top);
}
