import * as vscode from "vscode";
import { getTransaction } from "../../../chain/rpc/getTransaction";
import type { Hex } from "../../../crypto/hex";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SentTransaction } from "../../state/history/sentTransaction";
import type { GroupedNode } from "../lines/groupNode";
import { targetGroup } from "../target/askGroup";

/** A transaction that was sent from here; `transactionHash` tells Show Receipt which. */
export interface SentNode extends GroupedNode {
  readonly sent: SentTransaction;
  readonly transactionHash: string;
}

const isSentNode = (value: unknown): value is SentNode =>
  typeof value === "object" && value !== null && "sent" in value && "group" in value;

/** The clicked transaction, else the one that the user chooses. @throws Cancelled */
export async function askSent(
  app: Chainside,
  target: unknown,
  title: string,
): Promise<{ group: ChainGroup; sent: SentTransaction }> {
  const group = await targetGroup(app, target);
  if (isSentNode(target)) return { group, sent: target.sent };
  const sent = await askChoice(
    app.sent.list(group).map(
      (each): Choice<SentTransaction> => ({
        label: each.title,
        description: new Date(each.time).toLocaleString(vscode.env.language),
        detail: each.hash,
        value: each,
      }),
    ),
    { title, placeHolder: vscode.l10n.t("Which transaction?") },
  );
  return { group, sent };
}

/** What was signed: remembered, else asked of the chain. @throws ChainError when the chain does not have it either. */
export async function dataOf(
  group: ChainGroup,
  { data, hash, to }: SentTransaction,
): Promise<{ data: Hex; abi: string }> {
  // Of a deployment the chain also keeps the ABI that went along.
  if (data !== undefined && to !== "") return { data, abi: "" };
  const { input, abi } = await getTransaction(group.session.client, hash);
  return { data: input, abi };
}
