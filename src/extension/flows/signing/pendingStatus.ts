import * as vscode from "vscode";
import type { Address } from "../../../crypto/hex";
import { shortHex } from "../../kit/text/shortHex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * That the newest block froze or abolished who is about to sign: a dry run still succeeds, and the transaction, in a later block, is refused. Nothing
 * where permissions are not enforced, and where it cannot be asked just now.
 */
export async function pendingStatusWarnings(
  { errors }: Pick<Chainside, "errors">,
  { session }: ChainGroup,
  account: Address,
): Promise<string[]> {
  if (!session.authEnabled) return [];
  try {
    const { getPendingAccountStatuses } = await import("../../../chain/services/account/accountStatus");
    const pending = (await getPendingAccountStatuses(session)).get(account.toLowerCase());
    if (pending === undefined || pending.status === "normal") return [];
    return [
      vscode.l10n.t(
        "Block {0} has frozen or abolished the account {1}. That counts from the next block on: a dry run still succeeds, but the chain will refuse the transaction.",
        pending.blockNumber,
        shortHex(account),
      ),
    ];
  } catch (error) {
    errors.log(error);
    return [];
  }
}
