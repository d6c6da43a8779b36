import * as vscode from "vscode";
import { isHash } from "../../../crypto/bytes/hex";
import { askText } from "../../kit/asking/ask";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Asks for the number or hash of the block that the Blocks folder is to begin with; undefined follows the newest. @throws Cancelled */
export async function askBlock(group: ChainGroup): Promise<number | undefined> {
  const height = await group.refreshHeight();
  const text = (
    await askText({
      title: vscode.l10n.t("Go to Block"),
      prompt: vscode.l10n.t("Number (0 to {0}) or hash of the block. Leave empty for the newest.", height),
      validate: (typed) => {
        const wanted = typed.trim();
        if (wanted === "" || isHash(wanted)) return undefined;
        if (!/^\d+$/.test(wanted)) return vscode.l10n.t("Enter a block number, or 0x and 64 hex digits.");
        return Number(wanted) > height ? vscode.l10n.t("The newest block is {0}.", height) : undefined;
      },
    })
  ).trim();
  if (text.startsWith("0x")) {
    const { getBlockByHash } = await import("../../../chain/rpc/getBlockByHash");
    return (await getBlockByHash(group.session.client, text, "header")).number;
  }
  return text !== "" && Number(text) < height ? Number(text) : undefined;
}
