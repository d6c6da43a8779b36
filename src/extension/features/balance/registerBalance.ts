import * as vscode from "vscode";
import type { BalanceChange } from "../../../chain/services/balance/balance";
import { listed } from "../../../text/joining";
import { askAmount } from "../../flows/contracts/askAmount";
import { showAfter } from "../../flows/operations/showAfter";
import { signOperation } from "../../flows/operations/signOperation";
import { namedValue, withNames } from "../../flows/signing/namedAddresses";
import { askAddress } from "../../flows/target/askAddress";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import { clickedAccount } from "../../flows/target/clickedAccount";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { On, Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.showBalance": On<"account" | "group">;
    "chainside.listBalanceCallers": On<"group">;
    "chainside.registerBalanceCaller": On<"group">;
    "chainside.unregisterBalanceCaller": On<"group">;
    "chainside.addBalance": On<"group">;
    "chainside.subtractBalance": On<"group">;
    "chainside.transferValue": On<"group">;
    "chainside.transferBalance": On<"group">;
  }
}

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
  showResult(
    vscode.l10n.t("{0} has {1} wei on {2}.", withNames(app, group, account), String(wei), group.groupId),
    String(wei),
  );
}

async function listCallers(app: Chainside, group: ChainGroup): Promise<void> {
  const { listBalanceGovernors } = await service();
  const callers = await listBalanceGovernors(group.session);
  const list = withNames(app, group, listed(callers));
  showResult(
    callers.length === 0
      ? vscode.l10n.t("No one can change balances yet. A governor must register the first account.")
      : vscode.l10n.t("Accounts that can change balances: {0}", list),
    callers.join("\n"),
  );
}

async function setCaller(app: Chainside, group: WritableGroup, registered: boolean): Promise<void> {
  const { listBalanceGovernors } = await service();
  // Asked first: where the feature is off, the reason comes before any question.
  const callers = await listBalanceGovernors(group.session);
  const title = registered ? vscode.l10n.t("Register Balance Caller") : vscode.l10n.t("Unregister Balance Caller");
  const placeHolder = vscode.l10n.t("Select an account or contract");
  const account = registered
    ? await askAddress(app, group, { title, placeHolder })
    : callers.length > 0
      ? await askChoice(
          callers.map((value): Choice<typeof value> => ({ label: namedValue(app, group, value), value })),
          { title, placeHolder },
        )
      : await askAddress(app, group, { title, placeHolder });
  const name = withNames(app, group, account);
  const { registerCallerOperation, unregisterCallerOperation } = await import("../../../operations/balance/balance");
  const operation = registered ? registerCallerOperation : unregisterCallerOperation;
  await signOperation(app, group, operation, { account });
  showResult(
    registered
      ? vscode.l10n.t("{0} can now change balances.", name)
      : vscode.l10n.t("{0} can no longer change balances.", name),
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
      return {
        title: vscode.l10n.t("Move Balance Between Accounts"),
        who: vscode.l10n.t("Select the account to transfer from"),
      };
  }
}

async function change(app: Chainside, group: WritableGroup, kind: BalanceChange["kind"]): Promise<void> {
  const { getBalance, listBalanceGovernors } = await service();
  await listBalanceGovernors(group.session);
  const { title, who } = changeWords(kind);
  const account = await askAddress(app, group, { title, placeHolder: who });
  const to =
    kind === "transfer"
      ? await askAddress(app, group, { title, placeHolder: vscode.l10n.t("Select the account to transfer to") })
      : account;
  const sum = { amount: String(await askAmount(app, { title })) };
  const { addBalanceOperation, subtractBalanceOperation, transferBalanceOperation } = await import(
    "../../../operations/balance/balance"
  );
  if (kind === "transfer") await signOperation(app, group, transferBalanceOperation, { from: account, to, ...sum });
  else {
    const operation = kind === "add" ? addBalanceOperation : subtractBalanceOperation;
    await signOperation(app, group, operation, { account, ...sum });
  }
  const name = withNames(app, group, account);
  await showAfter(
    app,
    `${title} · ${name}`,
    () => getBalance(group.session, account),
    (now) => showResult(vscode.l10n.t("{0} has {1} wei on {2}.", name, String(now), group.groupId), String(now)),
  );
}

/** Balances of accounts, and who may change them. */
export function registerBalance(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.showBalance": reads((group, target) => showBalance(app, group, target)),
    "chainside.listBalanceCallers": reads((group) => listCallers(app, group)),
    "chainside.registerBalanceCaller": writes((group) => setCaller(app, group, true)),
    "chainside.unregisterBalanceCaller": writes((group) => setCaller(app, group, false)),
    "chainside.addBalance": writes((group) => change(app, group, "add")),
    "chainside.subtractBalance": writes((group) => change(app, group, "subtract")),
    "chainside.transferValue": writes(async (group) => (await import("./transferValue")).transferValue(app, group)),
    "chainside.transferBalance": writes((group) => change(app, group, "transfer")),
  });
}
