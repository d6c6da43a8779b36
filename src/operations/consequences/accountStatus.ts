import {
  type AccountStatus,
  getAccountStatus,
  getPendingAccountStatuses,
  type PendingStatus,
} from "../../chain/services/account/accountStatus";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
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
interface AccountStatusNow {
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
