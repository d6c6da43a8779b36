import * as vscode from "vscode";
import { isHash } from "../../../crypto/bytes/hex";
import { askText } from "../../kit/asking/ask";
import type { ChainGroup } from "../../state/connections/chainGroup";

interface BlockQuestion {
  readonly title: string;
  readonly prompt: (height: number) => string;
  readonly value?: (height: number) => string;
  /** Nothing may be entered, too. */
  readonly optional?: true;
}

/** Asks for a block by its number or hash. Gives the number; undefined where nothing was entered. @throws Cancelled */
export async function askBlock(
  group: ChainGroup,
  { title, prompt, value, optional }: BlockQuestion,
): Promise<number | undefined> {
  const height = await group.refreshHeight();
  const text = await askText({
    title,
    prompt: prompt(height),
    ...(value ? { value: value(height) } : {}),
    validate: (typed) => {
      const wanted = typed.trim();
      if (isHash(wanted) || (optional && wanted === "")) return undefined;
      if (!/^\d+$/.test(wanted)) return vscode.l10n.t("Enter a block number, or 0x and 64 hex digits.");
      return Number(wanted) > height ? vscode.l10n.t("The newest block is {0}.", height) : undefined;
    },
  });
  const wanted = text.trim();
  if (!isHash(wanted)) return wanted === "" ? undefined : Number(wanted);
  const { getBlockByHash } = await import("../../../chain/rpc/blocks");
  return (await getBlockByHash(group.session.client, wanted, "header")).number;
}
