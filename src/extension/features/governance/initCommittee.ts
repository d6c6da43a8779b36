import * as vscode from "vscode";
import { hasCommittee } from "../../../chain/services/governance/committee";
import { clientError } from "../../../errors/clientError";
import { signOperation } from "../../flows/operations/signOperation";
import { withNames } from "../../flows/signing/namedAddresses";
import { askAddress } from "../../flows/target/askAddress";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

/** Makes the committee of a chain that has none. */
export async function initCommittee(app: Chainside, group: WritableGroup): Promise<void> {
  // Asked first: where there is one, the reason comes before any question.
  if (await hasCommittee(group.session)) throw clientError("committeeExists");
  const title = vscode.l10n.t("Create Committee");
  const governor = await askAddress(app, group, {
    title,
    placeHolder: vscode.l10n.t("Select the first and only governor"),
  });
  const { initCommitteeOperation } = await import("../../../operations/committee/committee");
  await signOperation(app, group, initCommitteeOperation, { governor });
  group.notify("governance");
  void showInformation(
    vscode.l10n.t("The committee was created. Its governor is {0}.", withNames(app, group, governor)),
  );
}
