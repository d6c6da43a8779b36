import * as vscode from "vscode";
import type { AccountStatus } from "../../../../chain/services/account/accountStatus";
import { accountStatusNow, accountStatusText, standingText } from "../../../../operations/consequences/accountStatus";
import { labelled } from "../../../../text/joining";
import { accountName } from "../../../flows/accounts/accountName";
import { signOperation } from "../../../flows/operations/signOperation";
import { askAddress } from "../../../flows/target/askAddress";
import { clickedAccount } from "../../../flows/target/clickedAccount";
import { showResult } from "../../../kit/asking/showResult";
import type { Target } from "../../../kit/commands/target";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { WritableGroup } from "../../../state/connections/writableGroup";

function title(status: AccountStatus): string {
  switch (status) {
    case "normal":
      return vscode.l10n.t("Unfreeze Account");
    case "frozen":
      return vscode.l10n.t("Freeze Account");
    case "abolished":
      return vscode.l10n.t("Abolish Account");
  }
}

/** Freezes, unfreezes or abolishes an account: a governor does it directly. */
export async function changeAccountStatus(
  app: Chainside,
  group: WritableGroup,
  target: Target,
  status: AccountStatus,
): Promise<void> {
  const account =
    clickedAccount(target) ??
    (await askAddress(app, group, { title: title(status), placeHolder: vscode.l10n.t("Select an account") }));
  const { accountStatusOperations } = await import("../../../../operations/account/account");
  await signOperation(app, group, accountStatusOperations[status], { account });
  group.notify("governance");
  showResult(
    vscode.l10n.t("{0}: {1}, starting with the next block.", accountName(app, account), accountStatusText(status)),
    account,
  );
}

/** Says whether an account is frozen. */
export async function showAccountStatus(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const account =
    clickedAccount(target) ??
    (await askAddress(app, group, {
      title: vscode.l10n.t("Show Account Status"),
      placeHolder: vscode.l10n.t("Select an account"),
    }));
  const status = await accountStatusNow(group.session, account);
  showResult(labelled(accountName(app, account), standingText(status)), status.status);
}
