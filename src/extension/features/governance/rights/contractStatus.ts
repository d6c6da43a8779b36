import * as vscode from "vscode";
import { clientError } from "../../../../chain/errors/clientError";
import {
  type ContractStatus,
  getContractStatus,
  setContractStatus,
} from "../../../../chain/services/contractAuth/contractStatus";
import { getExecutorVersion } from "../../../../chain/services/executorVersion";
import type { Address } from "../../../../crypto/hex";
import type { Consequences } from "../../../flows/propose/membershipWarnings";
import { rightsWarnings } from "../../../flows/signing/rightsWarnings";
import { signAndSend } from "../../../flows/signing/signAndSend";
import { askContractAddress } from "../../../flows/target/askContractAddress";
import type { Target } from "../../../flows/target/target";
import { showResult } from "../../../kit/asking/showResult";
import { labelled } from "../../../kit/text/labelled";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { WritableGroup } from "../../../state/connections/writableGroup";
import { permissionsOffWarning } from "./permissionsOff";

/** A contract's status in a word. */
export function contractStatusText(status: ContractStatus | undefined): string {
  switch (status) {
    case "normal":
      return vscode.l10n.t("can be called");
    case "frozen":
      return vscode.l10n.t("frozen");
    case "abolished":
      return vscode.l10n.t("abolished");
    case undefined:
      return vscode.l10n.t("no permissions recorded");
  }
}

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

/** What the change does, and what takes it back: executor version 1 lets nobody change a frozen contract any more. */
async function consequences(
  app: Chainside,
  group: ChainGroup,
  contract: Address,
  { from, to }: { readonly from: ContractStatus | undefined; readonly to: ContractStatus },
): Promise<Consequences> {
  const stuck = to !== "abolished" && (await getExecutorVersion(group.session)) > 0;
  const forGood = stuck && to === "frozen" && from !== "frozen";
  const warnings = [
    ...(to === "frozen" ? [vscode.l10n.t("From then on, every call of the contract fails, including reads.")] : []),
    ...(to === "abolished" ? [vscode.l10n.t("An abolished contract can never be called again by anyone.")] : []),
    ...(forGood ? [(await app.errors.words(clientError("frozenForGood", { contract }))).message] : []),
  ];
  return { warnings, irreversible: to === "abolished" || forGood };
}

/** Freezes, unfreezes or abolishes a contract. */
export async function changeContractStatus(
  app: Chainside,
  group: WritableGroup,
  target: Target,
  status: ContractStatus,
): Promise<void> {
  const contract = await askContractAddress(app, group, target, title(status));
  const now = await getContractStatus(group.session, contract);
  const name = app.knownContracts.find(group, contract)?.name ?? contract;
  const { warnings, irreversible } = await consequences(app, group, contract, { from: now, to: status });
  await signAndSend(
    app,
    {
      group,
      title: `${title(status)} · ${name}`,
      lines: [
        { label: vscode.l10n.t("Contract"), value: contract },
        {
          label: vscode.l10n.t("Status"),
          value: `${contractStatusText(now)} → ${contractStatusText(status)}`,
        },
      ],
      warnings: [
        ...warnings,
        ...permissionsOffWarning(group),
        ...(await rightsWarnings(app, group, { kind: "setContractStatus", contract })),
      ],
      irreversible,
    },
    // That it may be for good was said, and signing it is the override.
    (signer, options) => setContractStatus(group.session, signer, { contract, status, override: true }, options),
  );
  group.notify("governance");
  const after = await getContractStatus(group.session, contract);
  showResult(labelled(name, contractStatusText(after)), contract);
}
