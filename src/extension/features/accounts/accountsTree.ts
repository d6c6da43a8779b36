import * as vscode from "vscode";
import { code, md } from "../../../text/markdown";
import type { TreeNode } from "../../kit/tree/treeNode";
import { type Account, accountId } from "../../state/accounts/account";
import type { Accounts } from "../../state/accounts/accounts";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A line of the Accounts view. */
interface AccountNode extends TreeNode {
  readonly account: Account;
}

function accountItem(account: Account, active: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(account.label || account.address);
  const marks = [
    ...(account.label ? [`${account.address.slice(0, 8)}…`] : []),
    ...(account.suite === "sm" ? ["SM"] : []),
    ...(account.origin === "development" ? [vscode.l10n.t("development key")] : []),
  ];
  item.description = marks.join(" · ");
  item.iconPath = active
    ? new vscode.ThemeIcon("pass-filled", new vscode.ThemeColor("charts.green"))
    : new vscode.ThemeIcon(account.origin === "development" ? "beaker" : "key");
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown(md`**${account.label || vscode.l10n.t("Account")}**\n\n${code(account.address)}\n\n`);
  const suite =
    account.suite === "sm"
      ? vscode.l10n.t("SM2 and SM3, for chains of the SM suite.")
      : vscode.l10n.t("secp256k1 and keccak256, for chains of the standard suite.");
  tooltip.appendMarkdown(md`${suite}`);
  if (active) tooltip.appendMarkdown(md`\n\n${vscode.l10n.t("Signs your transactions on these chains.")}`);
  if (account.origin === "development") {
    tooltip.appendMarkdown(
      md`\n\n${vscode.l10n.t("A key of the embedded chain. Anyone can know it, so never use it on a real chain.")}`,
    );
  }
  item.tooltip = tooltip;
  item.contextValue = ["account", account.origin, ...(active ? ["active"] : [])].join(" ");
  item.accessibilityInformation = {
    label: [account.label || account.address, ...(active ? [vscode.l10n.t("signs")] : []), ...marks].join(", "),
  };
  return item;
}

/** The lines of the Accounts view; marked is who signs on the group that commands mean. */
export function accountNodes(accounts: Accounts, place: ChainGroup | undefined): AccountNode[] {
  return accounts.all.map((account) => ({
    id: `account/${accountId(account)}`,
    parent: undefined,
    account,
    copyText: account.address,
    item: () => accountItem(account, accounts.isActive(account, place)),
  }));
}
