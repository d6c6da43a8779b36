import * as vscode from "vscode";
import { ChainError } from "../../../chain/errors/chainError";
import { executionError } from "../../../chain/errors/nodeError";
import { getBalance } from "../../../chain/services/balance/balance";
import { getSystemConfig } from "../../../chain/services/systemConfig/getSystemConfig";
import { transact } from "../../../chain/transaction/transact";
import type { Address } from "../../../crypto/hex";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askAddress } from "../../flows/target/askAddress";
import { showResult } from "../../kit/asking/showResult";
import { accountName } from "../../state/accounts/accountName";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { askAmount } from "./askAmount";

/** Undefined where the chain cannot be asked for balances. */
async function balanceOf(group: ChainGroup, account: Address): Promise<bigint | undefined> {
  try {
    return await getBalance(group.session, account);
  } catch (error) {
    if (error instanceof ChainError && error.code === "builtinSwitchedOff") return undefined;
    throw error;
  }
}

/** What speaks against the transfer before it is signed. */
async function warnings(group: ChainGroup, from: Address | undefined, wei: bigint): Promise<string[]> {
  const has = from === undefined ? undefined : await balanceOf(group, from);
  const allowed = await getSystemConfig(group.session, "balance_transfer");
  return [
    ...(from !== undefined && has !== undefined
      ? [
          has < wei
            ? vscode.l10n.t("{0} has only {1} wei. The chain will refuse this.", from, String(has))
            : vscode.l10n.t("{0} has {1} wei now, and {2} wei afterwards.", from, String(has), String(has - wei)),
        ]
      : []),
    ...(allowed?.value === "0"
      ? [vscode.l10n.t("Transfers are switched off on this chain (balance_transfer is 0). The chain will refuse this.")]
      : []),
  ];
}

/** Moves native balance from the signing account to another, by a transaction that carries a value. */
export async function transferValue(app: Chainside, group: WritableGroup): Promise<void> {
  const title = vscode.l10n.t("Transfer Value");
  const from = app.accounts.active(group)?.address;
  const to = await askAddress(app, group, { title, placeHolder: vscode.l10n.t("Select the account to transfer to") });
  const wei = await askAmount(app, title);
  const receipt = await signAndSend(
    app,
    {
      group,
      title: `${title} · ${accountName(app, to)}`,
      lines: [
        { label: vscode.l10n.t("To"), value: to },
        { label: vscode.l10n.t("Amount"), value: `${wei} wei` },
      ],
      warnings: await warnings(group, from, wei),
    },
    (signer, options) => transact(group.session, signer, { to, data: "0x", value: wei }, options),
  );
  const { status, message, transactionHash, blockNumber } = receipt;
  if (status !== 0) throw await executionError(status, message, { transactionHash, blockNumber });
  const now = await balanceOf(group, to);
  showResult(
    now === undefined
      ? vscode.l10n.t("Transferred {0} wei to {1} in block {2}.", String(wei), accountName(app, to), blockNumber)
      : vscode.l10n.t("{0} has {1} wei on {2}.", accountName(app, to), String(now), group.groupId),
    transactionHash,
  );
}
