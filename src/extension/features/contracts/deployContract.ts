import * as vscode from "vscode";
import { targetArtifact } from "../../flows/target/targetArtifact";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { copyText, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { askAndDeploy } from "./askAndDeploy";

/** Deploys a compiled contract: asks for what is missing, then says where it is. */
export async function deployContract(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const loaded = await targetArtifact(app, target, vscode.l10n.t("Deploy Contract"), group);
  const { artifact } = loaded;
  const { address, receipt } = await askAndDeploy(app, group, loaded);
  const open = vscode.l10n.t("Open Contract Form");
  const copy = vscode.l10n.t("Copy Address");
  const show = vscode.l10n.t("Show Receipt");
  const chosen = await showInformation(
    vscode.l10n.t("Deployed {0} at {1} in block {2}.", artifact.name, address, receipt.blockNumber),
    open,
    copy,
    show,
  );
  if (chosen === open) await runCommand("chainside.openContractForm", { kind: "contract", address, group });
  if (chosen === copy) await copyText(address);
  if (chosen === show)
    await runCommand("chainside.showReceipt", { kind: "transaction", hash: receipt.transactionHash, group });
}
