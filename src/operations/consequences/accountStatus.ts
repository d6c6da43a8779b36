import {
  type AccountStatus,
  getAccountStatus,
  getPendingAccountStatuses,
  type PendingStatus,
} from "../../chain/services/account/accountStatus";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";
import type { OperationContext } from "../model/operation";
import { permissionsOffWarning } from "./permissionsOff";

/** An account's status in a word. */
export function accountStatusText(status: AccountStatus): string {
  switch (status) {
    case "normal":
      return t("can send transactions");
    case "frozen":
      return t("frozen");
    case "abolished":
      return t("abolished");
  }
}

/** What an account's status is, and what the newest block made of it: that counts from the next block on. */
export interface AccountStatusNow {
  readonly status: AccountStatus;
  readonly pending: PendingStatus | undefined;
}

export async function accountStatusNow(
  session: ChainSession,
  account: Address,
  changed = getPendingAccountStatuses(session),
): Promise<AccountStatusNow> {
  const [status, changes] = await Promise.all([getAccountStatus(session, account), changed]);
  const pending = changes.get(account.toLowerCase());
  return { status, pending: pending?.status === status ? undefined : pending };
}

/** `can send transactions`, or `can send transactions, frozen from the next block on`. */
export function standingText({ status, pending }: AccountStatusNow): string {
  const now = accountStatusText(status);
  return pending === undefined
    ? now
    : t(
        "{0}; {1} from the next block on (changed in block {2})",
        now,
        accountStatusText(pending.status),
        pending.blockNumber,
      );
}

/** What another status does to an account. */
export function accountStatusWarnings(session: ChainSession, to: AccountStatus): string[] {
  if (to === "normal") return permissionsOffWarning(session);
  return [
    to === "frozen"
      ? t("From the next block on, the account can't send transactions until a governor unfreezes it.")
      : t("An abolished account can never send transactions again."),
    ...permissionsOffWarning(session),
  ];
}

/**
 * That the newest block froze or abolished who is about to sign: a dry run still succeeds, and the transaction, in a later block, is
 * refused. Nothing where permissions are not enforced, and where it cannot be asked just now.
 */
export async function pendingStatusWarnings({
  session,
  account,
  signal,
}: Pick<OperationContext, "session" | "account" | "signal">): Promise<string[]> {
  if (!session.authEnabled || account === undefined) return [];
  const statuses = await getPendingAccountStatuses(session, signal ? { signal } : {}).catch(() => undefined);
  const pending = statuses?.get(account.toLowerCase());
  if (pending === undefined || pending.status === "normal") return [];
  return [
    t(
      "Block {0} has frozen or abolished the account {1}. That counts from the next block on: a dry run still succeeds, but the chain will refuse the transaction.",
      pending.blockNumber,
      shortHex(account),
    ),
  ];
}
