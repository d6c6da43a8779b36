import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";

/** `● group0 #12 · 0xf329…`: the group that palette commands mean, its height, and who signs. Hidden without a chain. */
export function registerStatusBar(app: Chainside): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("chainside.group", vscode.StatusBarAlignment.Left, 20);
  item.name = "FISCO BCOS";
  item.command = "chainside.selectGroup";

  function show(): void {
    const group = app.connections.activeGroup;
    if (!group) {
      item.hide();
      return;
    }
    const { session, connection, height } = group;
    const account = app.accounts.active(session.suite.name);
    const readOnly = connection.access === "readOnly";
    item.text = [
      `${readOnly ? "$(lock)" : "$(circle-filled)"} ${group.groupId}${height === undefined ? "" : ` #${height}`}`,
      ...(account && !readOnly ? [`${account.address.slice(0, 6)}…`] : []),
    ].join(" · ");
    const tooltip = new vscode.MarkdownString();
    tooltip.appendMarkdown(`**${connection.name}** · ${session.chainId} · ${group.groupId}\n\n`);
    tooltip.appendText(
      readOnly
        ? vscode.l10n.t("Read-only: nothing is signed for this chain.")
        : account
          ? vscode.l10n.t("{0} signs.", [account.label, account.address].filter(Boolean).join(" "))
          : vscode.l10n.t("No account can sign for this chain yet."),
    );
    tooltip.appendMarkdown(`\n\n${vscode.l10n.t("Click to switch the group.")}`);
    item.tooltip = tooltip;
    item.accessibilityInformation = {
      label: vscode.l10n.t("FISCO BCOS group {0}, block {1}", group.groupId, height ?? "?"),
    };
    item.show();
  }

  show();
  return vscode.Disposable.from(
    item,
    app.connections.onDidChange(show),
    app.connections.onDidChangeActiveGroup(show),
    app.connections.onDidChangeGroup(({ group }) => {
      if (group === app.connections.activeGroup) show();
    }),
    app.accounts.onDidChange(show),
  );
}
