import * as vscode from "vscode";
import { type ContractStatus, getContractStatus } from "../../../../chain/services/contractAuth/contractStatus";
import { contractStatusText } from "../../../../operations/consequences/contractStatus";
import { labelled } from "../../../../text/joining";
import { showAfter } from "../../../flows/operations/showAfter";
import { signOperation } from "../../../flows/operations/signOperation";
import { askResolvedContract } from "../../../flows/target/askContractAddress";
import { showResult } from "../../../kit/asking/showResult";
import type { Target } from "../../../kit/commands/target";
import type { Chainside } from "../../../state/chainside";
import type { WritableGroup } from "../../../state/connections/writableGroup";

function title(status: ContractStatus): string {
  switch (status) {
    case "normal":
      return vscode.l10n.t("Unfreeze Contract");
    case "frozen":
      return vscode.l10n.t("Freeze Contract");
    case "abolished":
      return vscode.l10n.t("Abolish Contract");
  }
}

/** Freezes, unfreezes or abolishes a contract. */
export async function changeContractStatus(
  app: Chainside,
  group: WritableGroup,
  target: Target,
  status: ContractStatus,
): Promise<void> {
  const found = await askResolvedContract(app, group, target, title(status));
  const contract = found.address;
  const name = app.knownContracts.titleAt(group, contract) ?? contract;
  const { contractStatusOperations } = await import("../../../../operations/contract/rights");
  await signOperation(app, group, contractStatusOperations[status], { contract }, { found: [found] });
  group.notify("governance");
  await showAfter(
    app,
    `${title(status)} · ${name}`,
    () => getContractStatus(group.session, contract),
    (after) => showResult(labelled(name, contractStatusText(after)), contract),
  );
}
