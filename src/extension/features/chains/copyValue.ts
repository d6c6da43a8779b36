import * as vscode from "vscode";
import { targetGroup } from "../../flows/target/askGroup";
import { nothing } from "../../flows/target/target";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { copyAndSay } from "../../kit/messages/notify";
import { copiedText } from "../../kit/tree/dragCopyText";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";

/** What is worth copying when nothing was clicked. */
async function askValue(app: Chainside): Promise<string> {
  const group = await targetGroup(app, nothing);
  const { session, connection } = group;
  const account = app.accounts.active(group);
  const values: [string, string][] = [
    [vscode.l10n.t("Group"), session.groupId],
    [vscode.l10n.t("Chain ID"), session.chainId],
    ...(connection.endpoint === undefined
      ? []
      : [[vscode.l10n.t("Endpoint"), connection.endpoint] as [string, string]]),
    ...(account ? [[vscode.l10n.t("Signing account"), account.address] as [string, string]] : []),
    ...app.knownContracts
      .list(group)
      .map((contract): [string, string] => [
        vscode.l10n.t("Contract {0}", app.knownContracts.titleOf(group, contract)),
        contract.address,
      ]),
  ];
  return askChoice(
    values.map(([label, value]): Choice<string> => ({ label, description: value, value })),
    { title: vscode.l10n.t("Copy") },
  );
}

/** Puts the values of the selected lines on the clipboard, one a line. */
export async function copyValue(app: Chainside, nodes: readonly TreeNode[]): Promise<void> {
  await copyAndSay(copiedText(nodes) ?? (await askValue(app)));
}
