import * as vscode from "vscode";
import type { BalanceChange } from "../../../chain/services/balance/balance";
import { rightsWarnings } from "../../flows/signing/rightsWarnings";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askAddress } from "../../flows/target/askAddress";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import { clickedAccount } from "../../flows/target/clickedAccount";
import type { Target } from "../../flows/target/target";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { askAmount } from "./askAmount";

const service = (): Promise<typeof import("../../../chain/services/balance/balance")> =>
  import("../../../chain/services/balance/balance");

async function showBalance(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { getBalance } = await service();
  const account =
    clickedAccount(target) ??
    (await askAddress(app, group, {
      title: vscode.l10n.t("Show Balance"),
      placeHolder: vscode.l10n.t("Select whose balance to show"),
    }));
  const wei = await getBalance(group.session, account);
  showResult(vscode.l10n.t("{0} has {1} wei on {2}.", account, String(wei), group.groupId), String(wei));
}

async function listCallers(group: ChainGroup): Promise<void> {
  const { listBalanceGovernors } = await service();
  const callers = await listBalanceGovernors(group.session);
  const list = callers.join(", ");
  showResult(
    callers.length === 0
      ? vscode.l10n.t("No one can change balances yet. A governor must register the first account.")
      : vscode.l10n.t("Accounts that can change balances: {0}", list),
    callers.join("\n"),
  );
}

async function setCaller(app: Chainside, group: WritableGroup, registered: boolean): Promise<void> {
  const { listBalanceGovernors, setBalanceGovernor } = await service();
  // Asked first: where the feature is off, the reason comes before any question.
  const callers = await listBalanceGovernors(group.session);
  const title = registered ? vscode.l10n.t("Register Balance Caller") : vscode.l10n.t("Unregister Balance Caller");
  const placeHolder = vscode.l10n.t("Select an account or contract");
  const account = registered
    ? await askAddress(app, group, { title, placeHolder })
    : callers.length > 0
      ? await askChoice(
          callers.map((value): Choice<typeof value> => ({ label: value, value })),
          { title, placeHolder },
        )
      : await askAddress(app, group, { title, placeHolder });
  await signAndSend(
    app,
    {
      group,
      title: `${title} · ${account}`,
      lines: [{ label: vscode.l10n.t("Account"), value: account }],
      warnings: [
        registered
          ? vscode.l10n.t("This account can then create balance out of nothing and take it from anyone.")
          : callers.length === 1
            ? vscode.l10n.t(
                "This is the last balance caller. The chain refuses to remove it until another is registered.",
              )
            : vscode.l10n.t("The account can no longer change balances."),
        ...(await rightsWarnings(app, group, { kind: "setBalanceGovernor" })),
      ],
    },
    (signer, options) => setBalanceGovernor(group.session, signer, { account, registered }, options),
  );
  showResult(
    registered
      ? vscode.l10n.t("{0} can now change balances.", account)
      : vscode.l10n.t("{0} can no longer change balances.", account),
    account,
  );
}

interface ChangeWords {
  readonly title: string;
  readonly who: string;
}

function changeWords(kind: BalanceChange["kind"]): ChangeWords {
  switch (kind) {
    case "add":
      return { title: vscode.l10n.t("Add to Balance"), who: vscode.l10n.t("Select the account to add to") };
    case "subtract":
      return {
        title: vscode.l10n.t("Subtract from Balance"),
        who: vscode.l10n.t("Select the account to subtract from"),
      };
    case "transfer":
      return { title: vscode.l10n.t("Transfer Balance"), who: vscode.l10n.t("Select the account to transfer from") };
  }
}

/** What the account has before and after, so that a slip of a digit is seen. */
function consequence(change: BalanceChange, before: bigint): string {
  const after = change.kind === "add" ? before + change.wei : before - change.wei;
  const account = change.kind === "transfer" ? change.from : change.account;
  return after < 0n
    ? vscode.l10n.t("{0} has only {1} wei. The chain will refuse this.", account, String(before))
    : vscode.l10n.t("{0} has {1} wei now, and {2} wei afterwards.", account, String(before), String(after));
}

async function change(app: Chainside, group: WritableGroup, kind: BalanceChange["kind"]): Promise<void> {
  const { changeBalance, getBalance, listBalanceGovernors } = await service();
  await listBalanceGovernors(group.session);
  const { title, who } = changeWords(kind);
  const account = await askAddress(app, group, { title, placeHolder: who });
  const to =
    kind === "transfer"
      ? await askAddress(app, group, { title, placeHolder: vscode.l10n.t("Select the account to transfer to") })
      : undefined;
  const wei = await askAmount(app, title);
  const request: BalanceChange =
    kind === "transfer" ? { kind, from: account, to: to ?? account, wei } : { kind, account, wei };
  const before = await getBalance(group.session, account);
  await signAndSend(
    app,
    {
      group,
      title,
      lines: [
        { label: vscode.l10n.t("Account"), value: account },
        ...(to ? [{ label: vscode.l10n.t("To"), value: to }] : []),
        { label: vscode.l10n.t("Amount"), value: `${wei} wei` },
      ],
      warnings: [consequence(request, before), ...(await rightsWarnings(app, group, { kind: "changeBalance" }))],
    },
    (signer, options) => changeBalance(group.session, signer, request, options),
  );
  const now = await getBalance(group.session, account);
  showResult(vscode.l10n.t("{0} has {1} wei on {2}.", account, String(now), group.groupId), String(now));
}

/** Balances of accounts, and who may change them. */
export function registerBalance(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.showBalance": reads((group, target) => showBalance(app, group, target)),
    "chainside.listBalanceCallers": reads((group) => listCallers(group)),
    "chainside.registerBalanceCaller": writes((group) => setCaller(app, group, true)),
    "chainside.unregisterBalanceCaller": writes((group) => setCaller(app, group, false)),
    "chainside.addBalance": writes((group) => change(app, group, "add")),
    "chainside.subtractBalance": writes((group) => change(app, group, "subtract")),
    "chainside.transferValue": writes(async (group) => (await import("./transferValue")).transferValue(app, group)),
    "chainside.transferBalance": writes((group) => change(app, group, "transfer")),
  });
}
