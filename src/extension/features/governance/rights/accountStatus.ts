import * as vscode from "vscode";
import {
  type AccountStatus,
  getAccountStatus,
  getPendingAccountStatuses,
  type PendingStatus,
  setAccountStatus,
} from "../../../../chain/services/account/accountStatus";
import { isGovernor } from "../../../../chain/services/governance/committee";
import type { Address } from "../../../../crypto/hex";
import { rightsWarnings } from "../../../flows/signing/rightsWarnings";
import { signAndSend } from "../../../flows/signing/signAndSend";
import { askAddress } from "../../../flows/target/askAddress";
import { clickedAccount } from "../../../flows/target/clickedAccount";
import type { Target } from "../../../flows/target/target";
import { showResult } from "../../../kit/asking/showResult";
import { labelled } from "../../../kit/text/labelled";
import { accountName } from "../../../state/accounts/accountName";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { WritableGroup } from "../../../state/connections/writableGroup";
import { permissionsOffWarning } from "./permissionsOff";

/** An account's status in a word. */
export function accountStatusText(status: AccountStatus): string {
  switch (status) {
    case "normal":
      return vscode.l10n.t("can send transactions");
    case "frozen":
      return vscode.l10n.t("frozen");
    case "abolished":
      return vscode.l10n.t("abolished");
  }
}

/** What an account's status is, and what the newest block made of it: that counts from the next block on. */
export interface AccountStanding {
  readonly status: AccountStatus;
  readonly pending: PendingStatus | undefined;
}

export async function accountStanding(
  { session }: ChainGroup,
  account: Address,
  changed = getPendingAccountStatuses(session),
): Promise<AccountStanding> {
  const [status, changes] = await Promise.all([getAccountStatus(session, account), changed]);
  const pending = changes.get(account.toLowerCase());
  return { status, pending: pending?.status === status ? undefined : pending };
}

/** `can send transactions`, or `can send transactions, frozen from the next block on`. */
export function standingText({ status, pending }: AccountStanding): string {
  const now = accountStatusText(status);
  return pending === undefined
    ? now
    : vscode.l10n.t(
        "{0}; {1} from the next block on (changed in block {2})",
        now,
        accountStatusText(pending.status),
        pending.blockNumber,
      );
}

function title(status: AccountStatus): string {
  switch (status) {
    case "normal":
      return vscode.l10n.t("Unfreeze Account");
    case "frozen":
      return vscode.l10n.t("Freeze Account");
    case "abolished":
      return vscode.l10n.t("Abolish Account");
  }
}

async function consequences(group: ChainGroup, account: Address, to: AccountStatus): Promise<string[]> {
  if (to === "normal") return [];
  const governor = await isGovernor(group.session, account);
  return [
    to === "frozen"
      ? vscode.l10n.t("From the next block on, the account can't send transactions until a governor unfreezes it.")
      : vscode.l10n.t("An abolished account can never send transactions again. This can't be undone."),
    ...(governor ? [vscode.l10n.t("The account is a governor. The chain refuses this.")] : []),
  ];
}

/** Freezes, unfreezes or abolishes an account: a governor does it directly. */
export async function changeAccountStatus(
  app: Chainside,
  group: WritableGroup,
  target: Target,
  status: AccountStatus,
): Promise<void> {
  const account =
    clickedAccount(target) ??
    (await askAddress(app, group, { title: title(status), placeHolder: vscode.l10n.t("Select an account") }));
  const now = await accountStanding(group, account);
  await signAndSend(
    app,
    {
      group,
      title: `${title(status)} · ${accountName(app, account)}`,
      lines: [
        { label: vscode.l10n.t("Account"), value: account },
        { label: vscode.l10n.t("Status"), value: `${standingText(now)} → ${accountStatusText(status)}` },
      ],
      warnings: [
        ...(await consequences(group, account, status)),
        ...permissionsOffWarning(group),
        ...(await rightsWarnings(app, group, { kind: "setAccountStatus" })),
      ],
      irreversible: status === "abolished",
    },
    (signer, options) => setAccountStatus(group.session, signer, { account, status }, options),
  );
  group.notify("governance");
  showResult(
    vscode.l10n.t("{0}: {1}, starting with the next block.", accountName(app, account), accountStatusText(status)),
    account,
  );
}

/** Says whether an account is frozen. */
export async function showAccountStatus(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const account =
    clickedAccount(target) ??
    (await askAddress(app, group, {
      title: vscode.l10n.t("Show Account Status"),
      placeHolder: vscode.l10n.t("Select an account"),
    }));
  const standing = await accountStanding(group, account);
  showResult(labelled(accountName(app, account), standingText(standing)), standing.status);
}
