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
  const title = vscode.l10n.t("Create Committee");
  const governor = await askAddress(app, group, {
    title,
    placeHolder: vscode.l10n.t("Select the first and only governor"),
  });
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [{ label: vscode.l10n.t("Governor"), value: governor }],
      warnings: [
        vscode.l10n.t("A chain has one permanent committee. From then on, only its governors can change it."),
        vscode.l10n.t(
          "This doesn't enforce permissions yet. To do that, set auth_check_status in the system configuration.",
        ),
      ],
    },
    (signer, options) => initAuth(group.session, signer, governor, options),
  );
  group.notify("governance");
  void showInformation(vscode.l10n.t("The committee was created. Its governor is {0}.", governor));
}
