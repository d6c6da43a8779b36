import * as vscode from "vscode";
import { getTransaction } from "../../../chain/rpc/transactions";
import type { Hex } from "../../../crypto/bytes/hex";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SentTransaction } from "../../state/history/sentTransaction";
import { sentChoice } from "./sentChoice";

/** The clicked transaction, else the one that the user chooses. @throws Cancelled */
export async function askSent(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<SentTransaction> {
  if (target.kind === "transaction" && target.sent) return target.sent;
  return askChoice(app.sent.list(group).map(sentChoice), { title, placeHolder: vscode.l10n.t("Select a transaction") });
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
