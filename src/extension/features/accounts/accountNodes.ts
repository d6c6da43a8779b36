import * as vscode from "vscode";
import type { Address } from "../../../crypto/bytes/hex";
import { clauses } from "../../../text/joining";
import { code, md } from "../../../text/markdown";
import { shortHex } from "../../../text/shortText";
import { ifKnown } from "../../kit/manifest/contextKeys";
import { line } from "../../kit/tree/line";
import type { TreeNode } from "../../kit/tree/treeNode";
import { type Account, accountId } from "../../state/accounts/account";
import type { Accounts } from "../../state/accounts/accounts";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What kind of key an account has, where that isn't one in the secret storage. */
export function keyMark({ origin }: Account): string | undefined {
  switch (origin) {
    case "development":
      return vscode.l10n.t("development key");
    case "signer":
      return vscode.l10n.t("key elsewhere");
    case "stored":
      return undefined;
  }
}

const icons = { stored: "key", development: "beaker", signer: "shield" } as const;

function tooltipOf({ label, address, suite, origin }: Account, active: boolean): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown(md`**${label || vscode.l10n.t("Account")}**\n\n${code(address)}\n\n`);
  const chains =
    suite === "sm"
      ? vscode.l10n.t("SM2 and SM3, for chains of the SM suite.")
      : vscode.l10n.t("secp256k1 and keccak256, for chains of the standard suite.");
  tooltip.appendMarkdown(md`${chains}`);
  if (active) tooltip.appendMarkdown(md`\n\n${vscode.l10n.t("Signs your transactions on these chains.")}`);
  if (origin === "development") {
    tooltip.appendMarkdown(
      md`\n\n${vscode.l10n.t("A key of the embedded chain. Anyone can know it, so never use it on a real chain.")}`,
    );
  }
  if (origin === "signer") {
    tooltip.appendMarkdown(
      md`\n\n${vscode.l10n.t("Its key is with a remote signer or on a device, by your file of signers.")}`,
    );
  }
  return tooltip;
}

function accountNode(account: Account, active: boolean): TreeNode {
  const { label, address, suite, origin } = account;
  const mark = keyMark(account);
  const marks = [
    ...(label ? [shortHex(address)] : []),
    ...(suite === "sm" ? [vscode.l10n.t("SM")] : []),
    ...(mark === undefined ? [] : [mark]),
  ];
  return line(undefined, {
    target: { kind: "account", address: address.toLowerCase() as Address, account },
    id: `account/${accountId(account)}`,
    label: label || address,
    description: marks.join(" · "),
    tooltip: tooltipOf(account, active),
    icon: active ? new vscode.ThemeIcon("pass-filled", new vscode.ThemeColor("charts.green")) : icons[origin],
    context: ["account", ...ifKnown(origin, ["stored"]), ...(active ? (["active"] as const) : [])],
    copyText: address,
    accessibleLabel: clauses([label || address, ...(active ? [vscode.l10n.t("signs")] : []), ...marks]),
  });
}

/** The lines of the Accounts view; marked is who signs on the group that commands mean. */
export function accountNodes(accounts: Accounts, place: ChainGroup | undefined): TreeNode[] {
  return accounts.all.map((account) => accountNode(account, accounts.isActive(account, place)));
}
