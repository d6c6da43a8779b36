import * as vscode from "vscode";
import { isHash } from "../../../crypto/bytes/hex";
import { askText } from "../../kit/asking/ask";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** How a person is asked for a block. */
interface BlockQuestion {
  readonly title: string;
  readonly prompt: (height: number) => string;
  /** How the newest block is chosen: it stands there already, or nothing is typed. */
  readonly newest: "value" | "nothing";
}

/**
 * Asks for the number or hash of a block.
 * @returns its number; undefined for the newest where nothing has to be typed for it
 * @throws Cancelled; ChainError rpc 3008 for a hash that is unknown
 */
export async function askBlock(
  group: ChainGroup,
  { title, prompt, newest }: BlockQuestion,
): Promise<number | undefined> {
  const height = await group.refreshHeight();
  const typed = await askText({
    title,
    prompt: prompt(height),
    ...(newest === "value" ? { value: String(height) } : {}),
    validate: (text) => {
      const wanted = text.trim();
      if (isHash(wanted) || (wanted === "" && newest === "nothing")) return undefined;
      if (!/^\d+$/.test(wanted)) return vscode.l10n.t("Enter a block number, or 0x and 64 hex digits.");
      return Number(wanted) > height ? vscode.l10n.t("The newest block is {0}.", height) : undefined;
    },
  });
  const wanted = typed.trim();
  const number = isHash(wanted) ? await numberOf(group, wanted) : wanted === "" ? height : Number(wanted);
  return newest === "nothing" && number === height ? undefined : number;
}

async function numberOf({ session }: ChainGroup, hash: string): Promise<number> {
  const { getBlockByHash } = await import("../../../chain/rpc/getBlockByHash");
  return (await getBlockByHash(session.client, hash, "header")).number;
}
