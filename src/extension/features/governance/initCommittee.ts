import * as vscode from "vscode";
import { clientError } from "../../../chain/errors/clientError";
import { initAuth } from "../../../chain/services/governance/initAuth";
import { hasCommittee } from "../../flows/propose/proposalConsequences";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askAddress } from "../../flows/target/askAddress";
import { showInformation } from "../../kit/asking/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";

/** Makes the committee of a chain that has none. */
export async function initCommittee(app: Chainside, group: WritableGroup): Promise<void> {
  // Asked first: where there is one, the reason comes before any question.
  if (await hasCommittee(group)) throw clientError("committeeExists");
  const title = vscode.l10n.t("Make Committee");
  const governor = await askAddress(app, group, {
    title,
    placeHolder: vscode.l10n.t("Which account is its first and only governor?"),
  });
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [{ label: vscode.l10n.t("Governor"), value: governor }],
      warnings: [
        vscode.l10n.t("There is one committee, for good: only its governors change it from then on."),
        vscode.l10n.t("It does not enforce permissions yet: that is auth_check_status of the system config."),
      ],
    },
    (signer, options) => initAuth(group.session, signer, governor, options),
  );
  group.notify("governance");
  void showInformation(vscode.l10n.t("The committee is there; its governor is {0}.", governor));
}
