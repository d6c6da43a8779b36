import * as vscode from "vscode";
import { isStopped } from "../../../chain/health/groupHealth";
import { isProduction } from "../../../chain/profile/checkedProfile";
import { clauses } from "../../../text/joining";
import { md } from "../../../text/markdown";
import { shortened } from "../../../text/shortText";
import { accountLabel } from "../../flows/accounts/accountName";
import { groupAdvice, nodeNameOf, troublePieces } from "../../flows/lines/healthText";
import type { CommandId } from "../../kit/commands/commands";
import { shownLabel } from "../../kit/text/shownText";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What fits beside the other entries of the status bar. */
const maxNameLength = 24;

const shortName = (name: string): string => shortened(name, maxNameLength);

const signingText = (name: string): string => vscode.l10n.t("Signing account: {0}.", name);

const wholeName = ({ label, address }: Account): string => [label, address].filter(Boolean).join(" ");

/**
 * `● my chain · group0 #12`, a click switches the group; beside it `alice`, a click opens the accounts: the chain and group that palette
 * commands mean, its height, and who signs. A chain in use stands on red. Hidden without a chain.
 */
export function registerStatusBar(app: Chainside): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("chainside.group", vscode.StatusBarAlignment.Left, 20);
  item.name = "FISCO BCOS";
  item.command = "chainside.selectGroup" satisfies CommandId;
  const signer = vscode.window.createStatusBarItem("chainside.account", vscode.StatusBarAlignment.Left, 19.9);
  signer.name = vscode.l10n.t("FISCO BCOS account");
  signer.command = "chainside.accounts.focus" satisfies CommandId;

  /** Who signs there; none on a read-only connection. */
  function showSigner(group: ChainGroup | undefined, account: Account | undefined): void {
    if (!group || !account || group.connection.access === "readOnly") {
      signer.hide();
      return;
    }
    const name = accountLabel(app, account.address);
    signer.text = shownLabel(`$(account) ${shortName(name)}`);
    signer.tooltip = new vscode.MarkdownString(
      md`${signingText(wholeName(account))}\n\n${vscode.l10n.t("Click to show the accounts.")}`,
    );
    signer.accessibilityInformation = { label: signingText(name) };
    signer.show();
  }

  const activeGroups = (): readonly ChainGroup[] => {
    const { activeGroup } = app.connections;
    return activeGroup ? [activeGroup] : [];
  };

  /** Without any group: the chain that went away, while the user tries to reach it. */
  function showLost(): void {
    const lost = app.connections.all.find(({ state, retrying }) => retrying && state.kind !== "connected");
    if (!lost) {
      item.hide();
      return;
    }
    const message = vscode.l10n.t("{0}: not connected", lost.name);
    item.text = shownLabel(`$(error) ${message}`);
    item.tooltip = vscode.l10n.t("The node no longer responds. Chainside retries automatically.");
    item.accessibilityInformation = { label: message };
    item.command = "chainside.chains.focus" satisfies CommandId;
    item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
    item.show();
  }

  function show(): void {
    const group = app.connections.activeGroup;
    const account = group && app.accounts.active(group);
    showSigner(group, account);
    if (!group) {
      showLost();
      return;
    }
    const { session, connection, height, health } = group;
    const nameOf = nodeNameOf(app);
    const trouble = troublePieces(group, nameOf);
    const stopped = health !== undefined && isStopped(health);
    const readOnly = connection.access === "readOnly";
    const production = isProduction(connection.profile);
    item.text = shownLabel(
      [
        `${trouble.length > 0 ? "$(warning)" : readOnly ? "$(lock)" : "$(circle-filled)"} ${shortName(connection.name)}`,
        `${group.groupId}${height === undefined ? "" : ` #${height}`}`,
        ...trouble.slice(0, 1),
      ].join(" · "),
    );
    const tooltip = new vscode.MarkdownString();
    tooltip.appendMarkdown(md`**${connection.name}** · ${session.chainId} · ${group.groupId}\n\n`);
    const suite = session.client.transport.smSuite;
    if (suite) tooltip.appendMarkdown(md`${vscode.l10n.t("SM TLS, {0}", suite)}\n\n`);
    if (production)
      tooltip.appendMarkdown(md`${vscode.l10n.t("A chain in use: what you sign here has real consequences.")}\n\n`);
    const signs = readOnly
      ? vscode.l10n.t("Read-only: nothing is signed for this chain.")
      : account
        ? signingText(wholeName(account))
        : vscode.l10n.t("No account can sign for this chain yet.");
    tooltip.appendMarkdown(md`${signs}`);
    tooltip.appendMarkdown(md`\n\n${vscode.l10n.t("Click to switch the group.")}`);
    for (const advice of groupAdvice(group, nameOf)) tooltip.appendMarkdown(md`\n\n${advice}`);
    item.tooltip = tooltip;
    item.command = "chainside.selectGroup" satisfies CommandId;
    item.backgroundColor = production
      ? new vscode.ThemeColor("statusBarItem.errorBackground")
      : stopped
        ? new vscode.ThemeColor("statusBarItem.warningBackground")
        : undefined;
    item.accessibilityInformation = {
      label: clauses([
        ...(production ? [vscode.l10n.t("chain in use")] : []),
        connection.name,
        vscode.l10n.t("FISCO BCOS group {0}, block {1}", group.groupId, height ?? "?"),
        ...trouble,
      ]),
    };
    item.show();
  }

  show();
  return vscode.Disposable.from(
    item,
    signer,
    // What it says is true whichever view is open; a window in the background asks less.
    app.watch.add({
      heights: () => (vscode.window.state.focused ? activeGroups() : []),
      health: activeGroups,
    }),
    app.connections.onDidChangeActiveGroup(() => app.watch.lookNow()),
    app.connections.onDidChange(show),
    app.connections.onDidChangeActiveGroup(show),
    app.connections.onDidChangeGroup(({ group }) => {
      if (group === app.connections.activeGroup) show();
    }),
    app.accounts.onDidChange(show),
  );
}
