import * as vscode from "vscode";
import { startDebugging } from "../../flows/debug/startDebugging";
import type { Target } from "../../flows/target/target";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

const hash = /^0x[0-9a-fA-F]{64}$/;
const mostOffered = 50;

async function typeHash(): Promise<string> {
  const typed = await askText({
    title: vscode.l10n.t("Debug Transaction"),
    prompt: vscode.l10n.t("Hash of the transaction to debug"),
    validate: (text) => (hash.test(text.trim()) ? undefined : vscode.l10n.t("Enter 0x and 64 hex digits")),
  });
  return typed.trim();
}

/** One of the transactions that were sent from here, else a hash that is typed. @throws Cancelled */
export async function askTransaction(app: Chainside, group: ChainGroup | undefined): Promise<string> {
  const mined = (group ? app.sent.list(group) : []).filter(({ outcome }) => outcome.kind === "done");
  if (mined.length === 0) return typeHash();
  const chosen = await askChoice<string>(
    [
      ...mined.slice(0, mostOffered).map(
        ({ title, time, hash: value }): Choice<string> => ({
          label: title,
          description: new Date(time).toLocaleString(vscode.env.language),
          detail: value,
          value,
        }),
      ),
      { label: `$(edit) ${vscode.l10n.t("Enter a hash…")}`, alwaysShow: true, value: "" },
    ],
    { title: vscode.l10n.t("Debug Transaction"), placeHolder: vscode.l10n.t("Select a transaction") },
  );
  return chosen || typeHash();
}

/** Debugs a transaction: the clicked one, the hash that another command hands over, else one that is asked for. @throws Cancelled */
export async function debugTransaction(app: Chainside, target: Target): Promise<void> {
  const group = target.group ?? app.connections.activeGroup;
  const given = target.kind === "transaction" ? target.hash : target.kind === "text" ? target.text : "";
  const transaction = hash.test(given) ? given : await askTransaction(app, group);
  await startDebugging(transaction, { transaction }, target.group ?? group);
}
