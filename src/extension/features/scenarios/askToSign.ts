import * as vscode from "vscode";
import type { Agreement } from "../../../signing/consent";
import { joinSentences, listed, noted } from "../../../text/joining";
import { shortened } from "../../../text/shortText";
import { agreeInEditor } from "../../flows/signing/askInEditor";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning, type SigningPermit } from "../../state/connections/signingPermit";

/** Leave to run scenarios that sign on a connected chain: a person saw on which, and as whom. */
export interface ScenarioPermit {
  readonly agreement: Agreement;
  readonly permit: SigningPermit;
  /** The account that the question named. */
  readonly admin: Account | undefined;
}

/**
 * Asks before scenarios sign on a chain that isn't the embedded one. The only maker of leave for them.
 * @param heavy titles of steps that are asked about again, one by one
 * @throws Cancelled; ChainError usage `readOnlyConnection`, `pinMismatch`
 */
export async function askToSign(
  app: Chainside,
  group: ChainGroup,
  scenarios: number,
  heavy: readonly string[],
): Promise<ScenarioPermit> {
  const permit = await requireSigning(group);
  const { name, origin } = group.connection;
  const account = app.accounts.active(group);
  const question = vscode.l10n.t("Run {0} scenarios on {1} · {2}?", scenarios, name, group.groupId);
  const detail = vscode.l10n.t(
    "They sign transactions as {0} and as their own accounts without asking again. Their changes to this chain remain.",
    account ? noted(account.label, account.address) : "–",
  );
  const steps = vscode.l10n.t(
    "Asked about one by one: {0}",
    listed(heavy.slice(0, 20).map((step) => shortened(step, 100))),
  );
  const message = heavy.length === 0 ? detail : joinSentences(detail, steps);
  const agreement = await agreeInEditor(
    group,
    { title: question, notes: [message] },
    {
      access: "confirm",
      free: origin === "embedded",
      dialog: { question, detail: message, yes: vscode.l10n.t("Run") },
    },
  );
  return { agreement, permit, admin: account };
}
