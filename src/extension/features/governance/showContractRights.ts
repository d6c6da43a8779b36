import * as vscode from "vscode";
import { getContractAdmin } from "../../../chain/services/contractAuth/contractAdmin";
import { getContractStatus, isStuck } from "../../../chain/services/contractAuth/contractStatus";
import { clientError } from "../../../errors/clientError";
import { contractStatusText } from "../../../operations/consequences/contractStatus";
import { joinSentences } from "../../../text/joining";
import { accountName } from "../../flows/accounts/accountName";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { showResult } from "../../kit/asking/showResult";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * Says who administers a contract and whether it can be called: two questions of the catalogue in one answer, and what they
 * mean together, so that no operation is the command.
 */
export async function showContractRights(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const contract = await askContractAddress(app, group, target, vscode.l10n.t("Show Contract Admin and Status"));
  const [admin, status] = await Promise.all([
    getContractAdmin(group.session, contract),
    getContractStatus(group.session, contract),
  ]);
  const name = app.knownContracts.titleAt(group, contract) ?? contract;
  if (admin === undefined && status === "frozen" && (await isStuck(group.session, contract))) {
    const { message, advice } = await app.errors.words(clientError("contractStuck", { contract: name }));
    showResult(joinSentences(message, advice ?? ""), contract);
    return;
  }
  showResult(
    admin === undefined
      ? vscode.l10n.t("{0} has no admin; {1}.", name, contractStatusText(status))
      : vscode.l10n.t("The admin of {0} is {1}; {2}.", name, accountName(app, admin), contractStatusText(status)),
    admin ?? "",
  );
}
