import * as vscode from "vscode";
import { contractInterface } from "../../chain/abi/contractInterface";
import { deployableCode } from "../../chain/artifact/readArtifact";
import { transact } from "../../chain/transaction/transact";
import type { Address } from "../../crypto/hex";
import type { Chainside } from "../app/chainside";
import { askChoice, type Choice } from "../asking/ask";
import { Cancelled } from "../asking/cancelled";
import { targetGroup } from "../connections/askGroup";
import { signAndSend } from "../signing/signAndSend";
import type { WorkspaceArtifact } from "./artifacts";
import { askArguments, callText } from "./askFunction";
import { requireSuccess } from "./receiptFailure";

async function browse(app: Chainside): Promise<WorkspaceArtifact> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Compiled Contract"),
      filters: { [vscode.l10n.t("Compiled contract")]: ["json", "abi"] },
    })) ?? [];
  if (!uri) throw new Cancelled();
  return app.artifacts.read(uri);
}

async function askArtifact(app: Chainside, title: string): Promise<WorkspaceArtifact> {
  const artifacts = (await app.artifacts.list()).filter(
    ({ artifact }) => artifact.bytecode !== undefined || artifact.smBytecode !== undefined,
  );
  const chosen = await askChoice<WorkspaceArtifact | "browse">(
    [
      ...artifacts.map(
        (each): Choice<WorkspaceArtifact> => ({
          label: `$(file-code) ${each.artifact.name}`,
          description: vscode.workspace.asRelativePath(each.uri),
          value: each,
        }),
      ),
      { label: `$(folder-opened) ${vscode.l10n.t("Choose a file…")}`, alwaysShow: true, value: "browse" },
    ],
    { title, placeHolder: vscode.l10n.t("Which compiled contract?") },
  );
  return chosen === "browse" ? browse(app) : chosen;
}

/** What a menu may hand over: a file of the explorer, or a line of the Contracts view. */
async function givenArtifact(app: Chainside, target: unknown): Promise<WorkspaceArtifact | undefined> {
  if (target instanceof vscode.Uri) return app.artifacts.read(target);
  if (typeof target === "object" && target !== null && "artifact" in target && "uri" in target) {
    return target as WorkspaceArtifact;
  }
  return undefined;
}

/** Deploys a compiled contract and remembers it, so that Send and Call offer it. */
export async function deployContract(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const { artifact } = (await givenArtifact(app, target)) ?? (await askArtifact(app, vscode.l10n.t("Deploy Contract")));
  const { session } = group;
  const title = vscode.l10n.t("Deploy {0}", artifact.name);
  const abi = contractInterface(artifact.abi, session.suite);
  const code = deployableCode(artifact, session.suite.name);
  const values = await askArguments(app, abi.constructorInputs, title);
  const data = abi.encodeDeploy(code, values);
  const abiText = JSON.stringify(artifact.abi);
  const receipt = await signAndSend(
    app,
    {
      group,
      title,
      lines: [
        { label: vscode.l10n.t("Constructor"), value: callText(artifact.name, values) },
        { label: vscode.l10n.t("Code"), value: vscode.l10n.t("{0} bytes", (data.length - 2) / 2) },
      ],
    },
    (signer, options) => transact(session, signer, { data, abi: abiText }, options),
  );
  await requireSuccess(receipt, abi);
  const address = receipt.contractAddress as Address;
  await app.knownContracts.remember(group, { address, name: artifact.name, abi: abiText, block: receipt.blockNumber });
  group.notify("contracts");
  app.log.info(`${artifact.name} deployed at ${address} in block ${receipt.blockNumber}`);
  const copy = vscode.l10n.t("Copy Address");
  const show = vscode.l10n.t("Show Receipt");
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t("{0} is deployed at {1}, block {2}.", artifact.name, address, receipt.blockNumber),
    copy,
    show,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(address);
  if (chosen === show)
    await vscode.commands.executeCommand("chainside.showReceipt", { group, transactionHash: receipt.transactionHash });
}
